import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/**
 * What is no problem of the server: stack traces, which follow the line that says what happened; alarms that came due while
 * nothing ran; and clients whose frames on a socket break RFC 6455. Those are closed with 1002 or 1009, and the runtime says
 * so to itself beneath everything that a Worker could catch. So it does where a client is gone before all of its pings are answered.
 * An object that starts anew says so once; the runtime says it again for each connection that this ends.
 */
const DETAIL =
  /^\s+at |^stack: |^\s*$|SQLite alarm overdue|remote\.jsg\.Error: WebSocket protocol error;|another message send is already in progress$|jsg\.Error: the object starts anew: /
/** What each request says again while it lasts, and what it is. */
const LASTING: [RegExp, string][] = [
  [/SQLITE_FULL/, 'the disk is full: writes are refused until there is room'],
  [
    /SQLITE_(CORRUPT|NOTADB)|malformed|is not a database/,
    'a database is damaged: put the folder of the data back from a copy, or start with --fresh to begin anew',
  ],
]
const REMIND_MS = 60_000

/** Calls `onLine` with each line of a log but those of stack traces: one line per problem. */
export function followLog(log: Readable, onLine: (line: string) => void): void {
  createInterface({ input: log }).on('line', (line) => {
    if (!DETAIL.test(line)) onLine(line)
  })
}

/** Passes lines on, but says of a problem that lasts what it is, once a minute. */
export function foldLasting(onLine: (line: string) => void, now: () => number): (line: string) => void {
  const saidAt = new Map<string, number>()
  return (line) => {
    const [, problem] = LASTING.find(([pattern]) => pattern.test(line)) ?? []
    if (problem === undefined) return onLine(line)
    if (now() - (saidAt.get(problem) ?? -Infinity) < REMIND_MS) return
    saidAt.set(problem, now())
    onLine(problem)
  }
}

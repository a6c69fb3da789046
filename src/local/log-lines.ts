import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/**
 * What is no problem of the server: stack traces, which follow the line that says what happened; alarms that came due while
 * nothing ran; and clients whose frames on a socket break RFC 6455. Those are closed with 1002 or 1009, and the runtime says
 * so to itself beneath everything that a Worker could catch.
 */
const DETAIL = /^\s+at |^stack: |^\s*$|SQLite alarm overdue|remote\.jsg\.Error: WebSocket protocol error;/

/** Calls `onLine` with each line of a log but those of stack traces: one line per problem. */
export function followLog(log: Readable, onLine: (line: string) => void): void {
  createInterface({ input: log }).on('line', (line) => {
    if (!DETAIL.test(line)) onLine(line)
  })
}

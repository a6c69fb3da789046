import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Stack traces, which follow the line that says what happened; and alarms that came due while nothing ran, which is none. */
const DETAIL = /^\s+at |^stack: |^\s*$|SQLite alarm overdue/

/** Calls `onLine` with each line of a log but those of stack traces: one line per problem. */
export function followLog(log: Readable, onLine: (line: string) => void): void {
  createInterface({ input: log }).on('line', (line) => {
    if (!DETAIL.test(line)) onLine(line)
  })
}

import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

export interface Watchdog {
  /** The process has ended by itself: its number may belong to another from now on. */
  ended(): void
  /** Nothing is to be done any more. */
  dismiss(): void
  /** This process need not stay because of it. */
  unref(): void
}

/** Any input says that the process has ended; the end of the input says that this program is gone. */
const SCRIPT = `if read -r _; then read -r _; else kill -9 "$0"; fi
[ -z "$1" ] || rm -rf "$1" || { sleep 1; rm -rf "$1"; }`

/**
 * Ends process `pid` when this process is gone, also by kill -9, and removes `folder`, where one is given: a small shell waits
 * for the end of its input, which only the death of this process brings. It leads a session of its own, so the Ctrl-C of a
 * terminal does not reach it.
 */
export function watchOver(pid: number, folder = ''): Watchdog {
  const watchdog = spawn('/bin/sh', ['-c', SCRIPT, String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const input = watchdog.stdin as Socket | null
  // without a shell (or a process to spare) everything works, but for what outlives a kill -9
  watchdog.once('error', () => {})
  input?.once('error', () => {})
  watchdog.unref()
  return {
    ended: () => void input?.write('ended\n'),
    dismiss: () => void watchdog.kill('SIGKILL'),
    unref: () => void input?.unref(),
  }
}

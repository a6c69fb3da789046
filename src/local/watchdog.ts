import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'

export interface Watchdog {
  dismiss(): void
  /** This process need not stay because of it. */
  unref(): void
}

/**
 * Ends process `pid` when this process is gone, also by kill -9: a small shell waits for the end of its input, which
 * only the death of this process brings. It leads a session of its own, so the Ctrl-C of a terminal does not reach it.
 * `dismiss` once `pid` has ended, before its number can belong to another process.
 */
export function watchOver(pid: number): Watchdog {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -9 "$0"', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // without a shell (or a process to spare) everything works, but for a workerd that outlives a kill -9
  watchdog.once('error', () => {})
  watchdog.unref()
  return {
    dismiss: () => void watchdog.kill('SIGKILL'),
    unref: () => void (watchdog.stdin as Socket | null)?.unref(),
  }
}

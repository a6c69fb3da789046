import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Connection } from './connection.ts'
import type { Figures } from './figures.ts'
import type { Pace } from './measurement.ts'
import { fill, timeList } from './measure-list.ts'
import type { LocalServer } from './servers.ts'

export const IDLE_TITLE = 'memory of workerd, idle'
export const growthTitle = (megabytes: number) => `memory over idle while listing ${megabytes} MB`

const PAYLOAD_BYTES = 10_240

/**
 * How far the memory of workerd grows while a list is read as fast as it comes. Every round starts a fresh process on
 * the same data; idle is after one read, so that code and database are loaded. Needs the /proc of Linux.
 */
export async function measureMemory(server: LocalServer, pace: Pace, figures: Figures): Promise<void> {
  if (!existsSync('/proc/self/clear_refs')) {
    console.error('memory is not measured: this system has no /proc/PID/clear_refs')
    return
  }
  const count = Math.ceil((pace.memoryMegabytes * 1_000_000) / PAYLOAD_BYTES)
  await fill(server.targets[0]!, 'large', count, PAYLOAD_BYTES)
  for (let round = 0; round < pace.rounds; round++) {
    await server.restart()
    const [target] = server.targets
    const connection = await Connection.open(target!.endpoint)
    await connection.send(target!.dialect.read('large-0'))
    connection.close()
    const idle = readMegabytes(server.pid(), 'VmRSS')
    forgetPeak(server.pid())
    await timeList(target!, count * PAYLOAD_BYTES)
    figures.add(IDLE_TITLE, 'MB', target!.column, idle)
    figures.add(growthTitle(pace.memoryMegabytes), 'MB', target!.column, readMegabytes(server.pid(), 'VmHWM') - idle)
  }
}

/** A line of /proc/PID/status, which counts in KiB. */
function readMegabytes(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}

/** Makes the kernel count the peak from here on. */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

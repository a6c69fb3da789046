import { readdirSync, readFileSync } from 'node:fs'

/** What a process holds, as Linux tells it; undefined elsewhere. */
export function sizeOf(pid: number): { residentMegabytes: number; descriptors: number } | undefined {
  if (process.platform !== 'linux') return undefined
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1])
  return { residentMegabytes: Math.round(kilobytes / 1024), descriptors: readdirSync(`/proc/${pid}/fd`).length }
}

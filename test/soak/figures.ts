import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What workerd holds at one time. */
export interface Sample {
  second: number
  /** resident memory, MB */
  memory: number
  /** open descriptors of the process */
  descriptors: number
  /** files in the data folder, and their bytes in MB */
  files: number
  disk: number
}

/** The figures come from the /proc of Linux. */
export const canMeasure = existsSync('/proc/self/status')

export function takeSample(second: number, pid: number, folder: string): Sample | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return {
      second,
      memory: Number(kilobytes) / 1024,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      files: files.length,
      disk: files.reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0) / 1_048_576,
    }
  } catch {
    // the process or a file went meanwhile
    return undefined
  }
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

export type Figure = Exclude<keyof Sample, 'second'>

/**
 * How much a figure may be above its earlier value and still count as level: a part of it, and an amount. The number of
 * files is only shown: workerd keeps one of 8 KB for every namespace there ever was.
 */
const TOLERANCE: Record<Figure, { part: number; amount: number }> = {
  memory: { part: 0.25, amount: 32 },
  descriptors: { part: 0.1, amount: 30 },
  files: { part: Infinity, amount: 0 },
  disk: { part: 0.25, amount: 8 },
}

export interface Verdict {
  figure: Figure
  earlier: number
  later: number
  isLevel: boolean
}

/** Compares the median of the last quarter with that of the second: what has filled by then must grow no further. */
export function judge(samples: readonly Sample[]): Verdict[] {
  return (Object.keys(TOLERANCE) as Figure[]).map((figure) => {
    const earlier = median(quarter(samples, 1).map((sample) => sample[figure]))
    const later = median(quarter(samples, 3).map((sample) => sample[figure]))
    const { part, amount } = TOLERANCE[figure]
    return { figure, earlier, later, isLevel: later <= earlier * (1 + part) + amount }
  })
}

const quarter = <T>(all: readonly T[], which: number): T[] =>
  all.slice(Math.floor((all.length * which) / 4), Math.floor((all.length * (which + 1)) / 4))

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

import type { Figures } from './figures.ts'
import type { Column, Target } from './targets.ts'

/** How long and how often things are measured. */
export interface Pace {
  rounds: number
  warmupMs: number
  countedMs: number
  watchedWrites: number
  listedObjects: number
  memoryMegabytes: number
  dependents: number
  /** Writers of one object, and how many changes they make together. */
  contenders: readonly number[]
  changes: number
}

export const FULL_PACE: Pace = {
  rounds: 3,
  warmupMs: 800,
  countedMs: 3000,
  watchedWrites: 40,
  listedObjects: 10_000,
  memoryMegabytes: 100,
  dependents: 10_000,
  contenders: [1, 4, 16, 64],
  changes: 256,
}

export const QUICK_PACE: Pace = {
  ...FULL_PACE,
  rounds: 1,
  warmupMs: 400,
  countedMs: 1000,
  watchedWrites: 15,
  dependents: 2000,
  contenders: [1, 16],
  changes: 64,
}

/** What a measurement gets: the servers, how long to measure them, and where its figures go. */
export interface Measurement {
  targets: Target[]
  pace: Pace
  figures: Figures
}

/**
 * Measures the targets in turns, round after round, so that what else happens on the machine meets them alike; every
 * other round goes backwards, so that none is always first.
 */
export async function inTurns(
  { targets, pace }: Measurement,
  columns: readonly Column[],
  measure: (target: Target, round: number) => Promise<void>,
): Promise<void> {
  const chosen = targets.filter((target) => columns.includes(target.column))
  for (let round = 0; round < pace.rounds; round++) {
    for (const target of round % 2 === 0 ? chosen : chosen.toReversed()) await measure(target, round)
  }
}

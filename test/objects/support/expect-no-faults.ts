import { expect, inject } from 'vitest'
import { runFuzz } from '../../fuzz/run-fuzz.ts'
import { type Harm, InProcessServer } from './in-process-server.ts'
import { setVariable } from './settings.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** the variable FUZZ_SEED of the environment, or nothing */
    fuzzSeed: string
  }
}

const OPERATIONS = 1_000

/** The clients of test/fuzz against the Worker in this process, with this harm at times; the oracle must find nothing wrong. */
export async function expectNoFaults(harm: Harm, { compaction }: { compaction: boolean }): Promise<void> {
  if (compaction) setVariable('HISTORY_MINUTES', '0.02')
  const seed = Number(inject('fuzzSeed') || Math.floor(Math.random() * 1_000_000_000))
  const options = { seed, operations: OPERATIONS, harmEvery: 60, compaction, crashes: harm === 'abort' }
  const { faults, done } = await runFuzz(new InProcessServer(harm), options)
  const first = faults.slice(0, 10)
  expect(first, `${faults.length} faults; again with FUZZ_SEED=${seed}\n${first.join('\n')}`).toEqual([])
  if (inject('fuzzSeed')) console.info(harm, done)
  expect(done.changes).toBeGreaterThan(OPERATIONS / 10)
}

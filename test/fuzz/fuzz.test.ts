import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startServer } from '../support/server.ts'
import { HttpServer } from './http-server.ts'
import { type FuzzOptions, runFuzz } from './run-fuzz.ts'
import pastFailures from './seeds.json' with { type: 'json' }

/** How a run differs from others; each gets a seed and a number of operations. */
type Manner = Omit<FuzzOptions, 'seed' | 'operations'> & { settings: Record<string, string> }

const MANNERS: Readonly<Record<string, Manner>> = {
  compaction: {
    compaction: true,
    crashes: false,
    settings: { HISTORY_MINUTES: '0.02', HISTORY_MEGABYTES: '8' },
  },
  'kill -9': { compaction: false, crashes: true, harmEvery: 500, settings: {} },
}

const TIMEOUT_MS = 120_000
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(1_000_000_000))
const operations = Number(process.env['FUZZ_OPERATIONS'] ?? 5_000)

async function run(name: string, chosen: { seed: number; operations: number }): Promise<void> {
  const { settings, ...manner } = MANNERS[name]!
  const server = await startServer({ settings })
  const clients = new HttpServer(server)
  try {
    const { faults, done } = await runFuzz(clients, { ...chosen, ...manner })
    const replay = `FUZZ_SEED=${chosen.seed} FUZZ_OPERATIONS=${operations} npm test test/fuzz`
    expect(
      faults.slice(0, 10),
      `${faults.length} faults; again with ${replay}\n${faults.slice(0, 10).join('\n')}`,
    ).toEqual([])
    expect(done.changes).toBeGreaterThan(chosen.operations / 10)
    expect(done.events).toBeGreaterThan(done.changes)
    expect(done.recreations).toBeGreaterThan(0)
    if (process.env['FUZZ_SEED']) console.info(name, done)
  } finally {
    clients.close()
    await server.stop()
  }
}

describe('fuzz', () => {
  for (const { manner, fault, ...chosen } of pastFailures)
    it(`seed ${chosen.seed} (${manner}) no longer shows that ${fault}`, () => run(manner, chosen), TIMEOUT_MS)

  it(
    'eight clients, while history is compacted, see one history',
    () => run('compaction', { seed, operations }),
    TIMEOUT_MS,
  )

  it(
    'eight clients lose no acknowledged write when the server is killed',
    () => run('kill -9', { seed, operations: Math.ceil(operations * 0.4) }),
    TIMEOUT_MS,
  )
})

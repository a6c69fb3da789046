import { describe, expect, it } from 'vitest'
import { canMeasure, judge, type Sample } from './figures.ts'
import { runSoak } from './run-soak.ts'

/** Far above what an idle server takes, far below what readers that do nothing could make it hold. */
const MAX_MEGABYTES = 450

describe('a server under everything at once', () => {
  it('Q7 holds no more and no more descriptors as time goes on, and loses nothing in a crash', async () => {
    const report = await runSoak({ livesMs: [5_000, 40_000], writers: 4, stuckReaders: 15, silentSockets: 15 })
    expect(report.faults).toEqual([])
    expect(report.log).toEqual([])
    expect(report.done).toMatchObject({
      writes: expect.toSatisfy((writes: number) => writes > 200),
      'events over http': expect.toSatisfy((events: number) => events > 200),
      'events over socket': expect.toSatisfy((events: number) => events > 200),
      'namespaces made and deleted': expect.toSatisfy((namespaces: number) => namespaces > 2),
    })
    const [life] = report.verdicts.slice(-1)
    const words = JSON.stringify(life)
    console.info(`soak: ${words}; ${JSON.stringify(report.done)}`)
    if (!canMeasure) return
    expect(
      life?.filter(({ isLevel }) => !isLevel),
      words,
    ).toEqual([])
    expect(Math.max(...report.samples.flat().map(({ memory }) => memory))).toBeLessThan(MAX_MEGABYTES)
  }, 90_000)
})

describe('the judge of a soak', () => {
  const run = (memoryAt: (second: number) => number): Sample[] =>
    Array.from({ length: 100 }, (_, second) => ({
      second,
      memory: memoryAt(second),
      descriptors: 50,
      files: 9,
      disk: 1,
    }))
  const verdictOn = (samples: Sample[]) => judge(samples).find(({ figure }) => figure === 'memory')?.isLevel

  it('takes a figure that has filled for level, and one that goes on rising for growth', () => {
    expect(verdictOn(run((second) => Math.min(200, 100 + second * 10)))).toBe(true)
    expect(verdictOn(run((second) => 100 + second * 5))).toBe(false)
  })
})

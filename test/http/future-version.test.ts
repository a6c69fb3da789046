import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StatusError } from '../../src/core/errors/status-error.ts'
import { revisionAt } from '../../src/core/revision.ts'
import { whenReached } from '../../src/http/future-version.ts'

const START = Date.UTC(2026, 10, 29)
const tooLarge = () =>
  new StatusError('Timeout', 'Timeout: Too large resource version', {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
  })

/** What comes of a read of an object whose clock allows `aheadMs`, and how long it took. */
async function read(revisionMs: number, aheadMs = 5_000, otherFault?: Error) {
  let looks = 0
  const look = async () => {
    looks++
    if (otherFault) throw otherFault
    if (revisionMs > Date.now() + aheadMs) throw tooLarge()
    return 'state'
  }
  const outcome = whenReached(revisionAt(revisionMs), Date, look).catch((error: Error) => error)
  await vi.runAllTimersAsync()
  return { outcome: await outcome, tookMs: Date.now() - START, looks }
}

describe('a version of the future', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('G4 L14 that has been reached is not waited for', async () => {
    expect(await read(START + 5_000)).toEqual({ outcome: 'state', tookMs: 0, looks: 1 })
  })

  it('G4 L14 is waited for as long as it takes, and looked for once more', async () => {
    expect(await read(START + 6_000)).toEqual({ outcome: 'state', tookMs: 1_000, looks: 2 })
    expect(await read(START + 1_000 + 8_000)).toMatchObject({ outcome: 'state', looks: 2 })
  })

  it('G4 L14 is waited for three seconds at most', async () => {
    const { outcome, tookMs, looks } = await read(START + 60_000)
    expect(outcome).toBeInstanceOf(StatusError)
    expect([tookMs, looks]).toEqual([3_000, 2])
  })

  it('G4 is looked for again where the clock of the object is behind', async () => {
    const { outcome, tookMs, looks } = await read(START + 6_000, 4_000)
    expect([outcome, looks > 2, tookMs >= 2_000 && tookMs < 2_100]).toEqual(['state', true, true])
  })

  it('is the only fault that is waited for', async () => {
    const fault = new Error('another')
    expect(await read(START, 0, fault)).toEqual({ outcome: fault, tookMs: 0, looks: 1 })
  })
})

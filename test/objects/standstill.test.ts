import { expect, test, vi } from 'vitest'
import { Standstill } from '../../src/objects/standstill.ts'

function newStandstill() {
  const time = { seen: 1_000_000, really: 1_000_000 }
  const restart = vi.fn()
  const trueNow = vi.fn(async () => time.really)
  const standstill = new Standstill({ now: () => time.seen, trueNow, restart })
  const call = async (count: number) => {
    for (let i = 0; i < count; i++) standstill.called()
    for (let i = 0; i < 5; i++) await Promise.resolve()
  }
  return { time, restart, trueNow, standstill, call }
}

test('W30 an object whose time stands still because the clock was set back starts anew', async () => {
  const { time, restart, call } = newStandstill()
  time.really -= 86_400_000
  await call(50)
  expect(restart).not.toHaveBeenCalled()
  await call(60)
  expect(restart).toHaveBeenCalledExactlyOnceWith('the clock was set back by 86400 s')
})

test('many calls within a millisecond, and a step that is over soon, do no harm', async () => {
  const { time, restart, trueNow, call } = newStandstill()
  await call(150)
  time.really -= 1_000
  await call(150)
  expect([trueNow.mock.calls.length, restart.mock.calls.length]).toEqual([2, 0])
  trueNow.mockRejectedValueOnce(new Error('cannot be asked'))
  await call(150)
  expect(restart).not.toHaveBeenCalled()
})

test('W30 a suspicion is looked into at once', async () => {
  const { time, restart, standstill, call } = newStandstill()
  time.really -= 60_000
  standstill.suspect()
  await call(0)
  expect(restart).toHaveBeenCalledOnce()
})

import { expect, test, vi } from 'vitest'
import { StreamClock, type Timed } from '../../../src/objects/watch/clock/stream-clock.ts'
import { HeldTimers } from '../support/held-timers.ts'

interface Named extends Timed {
  name: string
}

function newClock() {
  const held = new HeldTimers()
  const state = { now: 0, awaited: false, looks: 0, fails: false, standstills: 0 }
  const due: string[] = []
  const clock = new StreamClock<Named>({
    now: () => state.now,
    onDue: async (streams) => {
      due.push(...streams.map(({ name }) => name))
      for (const stream of streams) {
        stream.nextMinute = state.now + 60_000
        if (stream.deadline <= state.now) clock.remove(stream)
      }
      if (state.fails) throw new Error('cannot be shown')
    },
    isAwaited: () => state.awaited,
    onStandstill: () => state.standstills++,
    onLook: () => state.looks++,
  })
  /** Lets the timer run after so long, and what follows from it. */
  const pass = async (ms: number) => {
    state.now += ms
    held.fire()
    for (let i = 0; i < 5; i++) await Promise.resolve()
  }
  const stream = (name: string, deadline: number) => ({ name, deadline, nextMinute: 60_000 })
  return { clock, held, state, due, pass, stream }
}

test('W30 the clock is read every five seconds while there is a stream, and not at all without', async () => {
  const { clock, held, pass, stream } = newClock()
  expect(held.delays).toEqual([])
  const one = stream('one', 600_000)
  clock.add(one)
  for (let i = 0; i < 11; i++) {
    expect(held.delays).toEqual([5_000])
    await pass(5_000)
  }
  clock.remove(one)
  expect(held.delays).toEqual([])
})

test('a stream is due at its minute and at its deadline, and no other is', async () => {
  const { clock, due, pass, stream } = newClock()
  clock.add(stream('one', 600_000))
  clock.add(stream('short', 3_000))
  await pass(3_000)
  expect(due).toEqual(['short'])
  for (let i = 0; i < 11; i++) await pass(5_000)
  expect(due).toEqual(['short'])
  await pass(5_000)
  expect(due).toEqual(['short', 'one'])
})

test('W21 while something is awaited the clock looks each second', async () => {
  const { clock, held, state, pass } = newClock()
  state.awaited = true
  clock.attend()
  expect(held.delays).toEqual([1_000])
  await pass(1_000)
  expect([state.looks, held.delays]).toEqual([1, [1_000]])
  state.awaited = false
  await pass(1_000)
  expect(held.delays).toEqual([])
})

test('a fault in what is due is logged, and the clock goes on', async () => {
  const { clock, held, state, due, pass, stream } = newClock()
  const log = vi.spyOn(console, 'error').mockReturnValue()
  state.fails = true
  clock.add(stream('one', 600_000))
  await pass(60_000)
  expect(due).toEqual(['one'])
  expect(log).toHaveBeenCalledOnce()
  expect(held.delays).toEqual([5_000])
  await pass(60_000)
  expect(due).toEqual(['one', 'one'])
  log.mockRestore()
})

test('W30 a timer that ran while the clock stood still is noticed', async () => {
  const { clock, state, pass, stream } = newClock()
  clock.add(stream('one', 600_000))
  await pass(5_000)
  expect(state.standstills).toBe(0)
  await pass(0)
  expect(state.standstills).toBe(1)
})

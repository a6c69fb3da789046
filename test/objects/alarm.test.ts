import { expect, onTestFinished, test, vi } from 'vitest'
import { Alarm, type TimerHandlers } from '../../src/objects/alarm.ts'
import type { ScopeStore } from '../../src/storage/store/scope-store.ts'
import { type DrivenTimers, drivenTimers } from '../support/driven-timers.ts'
import { TestClock } from './support/clock.ts'
import { newNamespace } from './support/test-scope.ts'

const refuse = () => {
  throw new Error('not expected')
}
const NO_HANDLERS: TimerHandlers = {
  compaction: refuse,
  expiry: refuse,
  bookmarks: refuse,
  deadlines: refuse,
  terminate: refuse,
  collect: refuse,
  verify: refuse,
  dependents: refuse,
  freed: refuse,
  empty: refuse,
  forget: refuse,
}

interface Stage {
  store: ScopeStore
  timers: DrivenTimers
  alarm: Alarm
  clock: TestClock
  /** what the runtime was asked to ring at; null where it was told to rest */
  armed: (number | null)[]
  log: string[]
  health: number[]
}

/** An alarm with the handlers of a test on the timers of a scope that has none, and a clock that stands still. */
async function withAlarm(handlers: Partial<TimerHandlers>, work: (stage: Stage) => Promise<void>): Promise<void> {
  const place = await newNamespace()
  await place.create('a')
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const log: string[] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((line: string) => void log.push(line))
  onTestFinished(() => spy.mockRestore())
  await place.inside(async ({ store }) => {
    const timers = drivenTimers(() => store)
    const armed: Stage['armed'] = []
    const health: number[] = []
    const storage = {
      setAlarm: (at: number) => (armed.push(at), Promise.resolve()),
      deleteAlarm: () => (armed.push(null), Promise.resolve()),
    }
    const all = { ...NO_HANDLERS, ...handlers }
    const onHealth = () => health.push(timers.failing().length)
    const alarm = new Alarm(storage, store, { handlers: all, onHealth })
    store.onTimerSet = () => alarm.arm()
    await work({ store, timers, alarm, clock, armed, log, health })
  })
}

test('J1 a scope that does not answer holds up neither others of its kind nor other work', async () => {
  const hanging = Promise.withResolvers<void>()
  const done: string[] = []
  const handlers: Partial<TimerHandlers> = {
    terminate: ({ key }) => (key === 'slow' ? hanging.promise : void done.push(key)),
    bookmarks: () => void done.push('bookmarks'),
  }
  await withAlarm(handlers, async ({ timers, alarm, clock, armed }) => {
    for (const key of ['slow', 'quick', 'quicker']) timers.set('terminate', key, clock.now)
    timers.set('bookmarks', '', clock.now + 60_000)
    const first = alarm.ring()
    await expect.poll(() => done.length).toBe(2)
    for (const key of ['quick', 'quicker']) timers.clear('terminate', key)
    clock.advance(60_000)
    timers.set('expiry', 'events', clock.now + 1_000)
    await first
    // the runtime rings again at once: bookmarks are due, and the slow one is still in work
    expect(armed.at(-1)).toBe(clock.now)
    timers.clear('expiry', 'events')
    const second = alarm.ring()
    await expect.poll(() => done).toEqual(['quick', 'quicker', 'bookmarks'])
    timers.clear('bookmarks', '')
    timers.clear('terminate', 'slow')
    hanging.resolve()
    await second
    expect(armed.at(-1)).toBeNull()
  })
})

test('J1 a kind of work has so many at a time, and no timer twice', async () => {
  const started: string[] = []
  const ends: (() => void)[] = []
  const terminate = ({ key }: { key: string }) => {
    started.push(key)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  await withAlarm({ terminate }, async ({ timers, alarm, clock }) => {
    for (let i = 0; i < 20; i++) timers.set('terminate', `n${i}`, clock.now)
    const rings = [alarm.ring(), alarm.ring()]
    expect(started).toHaveLength(8)
    while (ends.length > 0) {
      ends.shift()?.()
      await Promise.resolve()
      await Promise.resolve()
    }
    for (let i = 0; i < 20; i++) timers.clear('terminate', `n${i}`)
    await Promise.all(rings)
    expect(started.toSorted()).toEqual(Array.from({ length: 20 }, (_, i) => `n${i}`).toSorted())
  })
})

test('J2 what fails again and again is tried ever more seldom, and logged once', async () => {
  let fails = true
  const empty = () => {
    if (fails) throw new Error('the other scope cannot be reached')
  }
  await withAlarm({ empty }, async ({ timers, alarm, clock, log, health }) => {
    timers.set('empty', '', clock.now)
    const pauses: number[] = []
    for (let i = 0; i < 10; i++) {
      await alarm.ring()
      // no write brings it forward
      timers.setNoLater('empty', '', clock.now)
      pauses.push(timers.next()! - clock.now)
      clock.advance(pauses.at(-1)!)
    }
    expect(pauses.map((ms) => ms / 1_000)).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600])
    expect(log).toHaveLength(1)
    expect(log[0]).toContain('timer empty : the other scope cannot be reached')
    expect(timers.failing()).toEqual([{ kind: 'empty', count: 1 }])
    expect(health.at(-1)).toBe(1)
    fails = false
    await alarm.ring()
    expect(timers.failing()).toEqual([])
    expect(health.at(-1)).toBe(0)
  })
})

test('J2 many timers with one problem are one line of the log', async () => {
  const collect = () => Promise.reject(new Error('no'))
  await withAlarm({ collect }, async ({ timers, alarm, clock, log }) => {
    for (let i = 0; i < 50; i++) timers.set('collect', `uid-${i}`, clock.now)
    await alarm.ring()
    expect(log).toHaveLength(1)
    expect(timers.due('collect', clock.now)).toEqual([])
  })
})

test('J2 a handler that cleared its timer before it failed is tried again', async () => {
  const tried: number[] = []
  await withAlarm({}, async ({ store, timers, clock }) => {
    const deadlines = () => {
      tried.push(clock.now)
      timers.clear('deadlines', '')
      throw new Error('no')
    }
    const rest = { setAlarm: () => Promise.resolve(), deleteAlarm: () => Promise.resolve() }
    const alarm = new Alarm(rest, store, { handlers: { ...NO_HANDLERS, deadlines } })
    timers.set('deadlines', '', clock.now)
    await alarm.ring()
    expect(timers.next()).toBe(clock.now + 5_000)
    expect(tried).toHaveLength(1)
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import type { TimerKind } from '../../src/storage/store/timers.ts'
import { type DrivenTimers, drivenTimers } from '../support/driven-timers.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { ScopeDriver } from '../support/scope-driver.ts'

let scope: ScopeDriver
let timers: DrivenTimers

beforeEach(() => {
  scope = new ScopeDriver(new NodeDatabase()).open()
  timers = drivenTimers(() => scope.store)
})

const stored = () => [...scope.db.rows('SELECT kind, key, due FROM timers ORDER BY due')]

describe('the table of timers', () => {
  it('gives what is due of a kind, the earliest first, and when the next of all is', () => {
    timers.set('terminate', 'late', 30)
    timers.set('terminate', 'second', 20)
    timers.set('terminate', 'first', 10)
    timers.set('compaction', '', 5)
    expect(timers.due('terminate', 20).map(({ key }) => key)).toEqual(['first', 'second'])
    expect(timers.next()).toBe(5)
    timers.clear('compaction', '')
    expect(timers.next()).toBe(10)
  })

  it('leaves out what is in work', () => {
    for (const [i, key] of ['a', 'b', 'c'].entries()) timers.set('verify', key, i)
    timers.set('collect', 'a', 5)
    const inWork = { verify: new Set(['a', 'b']) }
    expect(timers.due('verify', 10, inWork.verify).map(({ key }) => key)).toEqual(['c'])
    expect(timers.next(inWork)).toBe(2)
    expect(timers.next({ verify: new Set(['a', 'b', 'c']) })).toBe(5)
  })

  it('J3 keeps a timer that failed from being brought forward, over a restart too', () => {
    timers.setNoLater('empty', '', 10)
    const [timer] = timers.due('empty', 10)
    timers.failed(timer!, 5_000)
    timers.setNoLater('empty', '', 20)
    expect(timers.next()).toBe(5_000)
    scope.restart()
    timers.setNoLater('empty', '', 20)
    expect(timers.due('empty', 5_000)).toMatchObject([{ failures: 1, due: 5_000 }])
    expect(timers.failing()).toEqual([])
    timers.failed(timers.due('empty', 5_000)[0]!, 9_000)
    expect(timers.failing()).toEqual([{ kind: 'empty', count: 1 }])
    timers.worked(timers.due('empty', 9_000)[0]!)
    expect(timers.failing()).toEqual([])
    timers.setNoLater('empty', '', 30)
    expect(timers.next()).toBe(30)
  })

  it('J3 keeps one that failed where it is, though it is not among the thousand that are known', () => {
    timers.setNoLater('empty', '', 10)
    timers.failed(timers.due('empty', 10)[0]!, 5_000)
    for (let i = 0; i < 1_000; i++) timers.setNoLater('collect', `uid-${i}`, 10)
    scope.restart()
    timers.setNoLater('empty', '', 20)
    expect(timers.due('empty', Infinity)).toMatchObject([{ failures: 1, due: 5_000 }])
  })

  it('is empty when nothing is to come', () => {
    expect(timers.next()).toBeUndefined()
    expect(timers.due('compaction', Infinity)).toEqual([])
  })

  it('moves a timer to an earlier time, and to a later one only on demand', () => {
    timers.setNoLater('compaction', '', 10)
    timers.setNoLater('compaction', '', 20)
    expect(timers.next()).toBe(10)
    timers.setNoLater('compaction', '', 5)
    expect(timers.next()).toBe(5)
    timers.set('compaction', '', 20)
    expect(timers.next()).toBe(20)
  })

  it('tells of a timer that was set or moved, and not of one that is set already', () => {
    const told: string[] = []
    scope.store.onTimerSet = () => told.push('set')
    timers.setNoLater('empty', '', 10)
    timers.setNoLater('empty', '', 10)
    timers.set('empty', '', 10)
    expect(told).toEqual(['set'])
    timers.set('empty', '', 11)
    expect(told).toEqual(['set', 'set'])
  })

  it('keeps keys of one kind apart', () => {
    const set = (kind: TimerKind, key: string) => timers.set(kind, key, 10)
    set('terminate', 'a')
    set('terminate', 'b')
    timers.clear('terminate', 'a')
    expect([timers.isSet('terminate', 'a'), timers.isSet('terminate', 'b')]).toEqual([false, true])
  })

  it('is there after a restart', () => {
    timers.set('compaction', '', 10)
    scope.restart()
    expect(scope.store.timers.isSet('compaction', '')).toBe(true)
    expect(scope.store.timers.next()).toBe(10)
  })

  it('knows of no timer whose transaction was taken back', () => {
    timers.set('empty', '', 50)
    const work = () =>
      scope.transaction((tx) => {
        tx.setTimer('compaction', '', 10)
        tx.clearTimer('empty', '')
        throw new Error('refused')
      })
    expect(work).toThrow('refused')
    expect([timers.isSet('compaction', ''), timers.isSet('empty', '')]).toEqual([false, true])
    timers.setNoLater('compaction', '', 10)
    expect(stored()).toEqual([
      { kind: 'compaction', key: '', due: 10 },
      { kind: 'empty', key: '', due: 50 },
    ])
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import type { TimerKind, Timers } from '../../src/storage/timers.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { ScopeDriver } from '../support/scope-driver.ts'

let scope: ScopeDriver
let timers: Timers

beforeEach(() => {
  scope = new ScopeDriver(new NodeDatabase()).open()
  timers = scope.store.timers
})

const stored = () => [...scope.db.rows('SELECT kind, key, due FROM timers ORDER BY due')]

describe('the table of timers', () => {
  it('gives what is due, the earliest first, and when the next is', () => {
    timers.set('expiry', 'events', 30)
    timers.set('compaction', '', 10)
    timers.set('terminate', 'team', 20)
    expect(timers.due(20).map(({ kind }) => kind)).toEqual(['compaction', 'terminate'])
    expect(timers.next()).toBe(10)
    timers.clear('compaction', '')
    expect(timers.next()).toBe(20)
  })

  it('is empty when nothing is to come', () => {
    expect(timers.next()).toBeUndefined()
    expect(timers.due(Infinity)).toEqual([])
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
    timers.onSet = () => told.push('set')
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
      scope.transaction(() => {
        timers.set('compaction', '', 10)
        timers.clear('empty', '')
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

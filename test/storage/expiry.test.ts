import { beforeEach, describe, expect, it } from 'vitest'
import { ChangeKind } from '../../src/storage/store/change.ts'
import { expireObjects } from '../../src/storage/history/expiry.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { namesOf, RETENTION, ScopeDriver } from '../support/scope-driver.ts'

const { eventMs } = RETENTION
let scope: ScopeDriver

beforeEach(() => {
  scope = new ScopeDriver(new NodeDatabase()).open()
})

const createEvent = (name: string) =>
  scope.create(name, { involvedObject: { namespace: 'team', name: 'a' } }, { resource: 'events' })
const events = () => namesOf(scope.list({}, 'events').items)
const due = () => scope.store.timers.due('expiry', Infinity)[0]?.due

const expire = () => scope.changesOf(() => expireObjects(scope.store, 'events'))

/** Rings when it is due; the changes that it made. */
function ring() {
  expect(due()).toBeDefined()
  scope.env.advance(Math.max(0, due()! - scope.env.nowMs))
  return expire()
}

describe('the expiry of events', () => {
  it('H4 deletes an event some time after its last change, with a DELETED event of its own', () => {
    createEvent('a')
    scope.env.advance(60_000)
    createEvent('b')
    scope.change('a', { reason: 'Changed' }, 'events')
    scope.env.advance(eventMs - 60_000)
    expect(expire()).toEqual([])
    const changes = ring()
    expect(changes.map(({ name, event }) => [name, event])).toEqual([
      ['b', ChangeKind.deleted],
      ['a', ChangeKind.deleted],
    ])
    expect(changes[1]?.revision).toBeGreaterThan(changes[0]?.revision ?? Infinity)
    expect(events()).toEqual([])
    expect(due()).toBeUndefined()
  })

  it('H4 is over when it rings: nothing is due at once again', () => {
    createEvent('a')
    createEvent('b')
    expect(ring()).toHaveLength(2)
    expect(due()).toBeUndefined()
  })

  it('H4 keeps every event as long as it should', () => {
    createEvent('a')
    scope.env.advance(eventMs - 1)
    expect(expire()).toEqual([])
    expect(events()).toEqual(['a'])
  })

  it('H4 touches nothing else', () => {
    scope.create('a')
    createEvent('a')
    ring()
    expect(scope.exists('a')).toBe(true)
  })

  it('H4 of a resource that does not expire, or that nobody serves any more, it deletes nothing and looks no more', () => {
    scope.create('a')
    for (const resource of ['configmaps', 'gone.example.com']) {
      scope.transaction((tx) => tx.setTimer('expiry', resource, 0))
      scope.env.advance(eventMs)
      expect(scope.changesOf(() => expireObjects(scope.store, resource))).toEqual([])
      expect(scope.store.timers.isSet('expiry', resource)).toBe(false)
    }
    expect(scope.exists('a')).toBe(true)
  })

  it('works in bounded batches', () => {
    for (let i = 0; i < 450; i++) createEvent(`e${i}`)
    expect([ring().length, ring().length, ring().length]).toEqual([200, 200, 50])
    expect(events()).toEqual([])
  })

  it('keeps its timer over a restart', () => {
    createEvent('a')
    const before = due()
    scope.restart()
    expect(due()).toBe(before)
    expect(ring()).toHaveLength(1)
  })
})

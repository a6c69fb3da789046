import { beforeEach, describe, expect, it } from 'vitest'
import { builtInRegistry } from '../../src/kinds/built-in.ts'
import type { Change } from '../../src/storage/store/change.ts'
import { type Follower, ScopeStore } from '../../src/storage/store/scope-store.ts'
import type { Transaction } from '../../src/storage/store/transaction.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { definitionOf } from '../support/definitions.ts'
import { RETENTION } from '../support/scope-driver.ts'
import { TestEnvironment } from '../support/test-environment.ts'

const MAPS = definitionOf('configmaps')
const OVER = 'a transaction was used after it was over'
const object = (name: string) => ({ metadata: { name } })

let store: ScopeStore
let committed: (readonly Change[])[]

function storeWith(...followers: Follower[]): ScopeStore {
  const env = new TestEnvironment()
  const options = {
    scope: { plane: 'main', namespace: 'team' },
    env,
    retention: RETENTION,
    registry: builtInRegistry,
    followers,
  }
  store = new ScopeStore(new NodeDatabase(), options)
  store.transaction((tx) => tx.initialize())
  committed = []
  store.onCommit = (changes) => committed.push(changes)
  return store
}

/** A transaction that is over. */
function usedUp(): Transaction {
  return store.transaction<unknown>((tx) => tx) as Transaction
}

beforeEach(() => storeWith())

describe('a transaction', () => {
  it('reads what it has written, before anybody else is told', () => {
    store.transaction((tx) => {
      tx.create(MAPS, object('a'))
      expect(tx.read(MAPS, 'a')?.body).toContain('"name":"a"')
      expect(tx.count(MAPS)).toBe(1)
      expect(committed).toEqual([])
    })
    expect(committed.map((changes) => changes.map(({ name }) => name))).toEqual([['a']])
  })

  it.each<[string, (tx: Transaction) => unknown]>([
    ['create', (tx) => tx.create(MAPS, object('a'))],
    ['remove', (tx) => tx.remove(MAPS, 'a', { revision: tx.clock.last, labels: '', fields: '', body: '' })],
    ['read', (tx) => tx.read(MAPS, 'a')],
    ['set a timer', (tx) => tx.setTimer('empty', '', 1)],
    ['clear a timer', (tx) => tx.clearTimer('empty', '')],
    ['write a setting', (tx) => tx.writeSetting('incarnation', 'x')],
    ['move the floor', (tx) => tx.moveFloor(tx.clock.last)],
    ['run a statement', (tx) => tx.run('DELETE FROM history')],
  ])('is closed when its work is over: it cannot %s', (_what, use) => {
    const tx = usedUp()
    expect(() => use(tx)).toThrow(OVER)
  })

  it('is closed when it was taken back', () => {
    let leaked: Transaction | undefined
    const work = () =>
      store.transaction((tx) => {
        leaked = tx
        throw new Error('refused')
      })
    expect(work).toThrow('refused')
    expect(() => leaked?.create(MAPS, object('a'))).toThrow(OVER)
  })

  it('does not begin within another, and the other goes on', () => {
    store.transaction((tx) => {
      expect(() => store.transaction(() => 1)).toThrow('a transaction was begun within another')
      tx.create(MAPS, object('a'))
    })
    expect(store.read(MAPS, 'a')).toBeDefined()
  })

  it('that changes nothing tells nobody', () => {
    store.transaction((tx) => tx.setTimer('empty', '', 1))
    expect(committed).toEqual([])
  })
})

describe('followers', () => {
  it('see all changes once, in order, within the transaction', () => {
    const seen: string[][] = []
    storeWith((tx, changes) => {
      if (changes.length === 0) return
      seen.push(changes.map(({ name }) => name))
      tx.setTimer('empty', '', 7)
    })
    store.transaction((tx) => {
      tx.create(MAPS, object('b'))
      tx.create(MAPS, object('a'))
    })
    expect(seen).toEqual([['b', 'a']])
    expect(store.timers.next()).toBe(7)
  })

  it('take the transaction back with them when they fail', () => {
    let fails = false
    storeWith(() => {
      if (fails) throw new Error('no room')
    })
    fails = true
    const last = store.clock.last
    expect(() => store.transaction((tx) => tx.create(MAPS, object('a')))).toThrow('no room')
    fails = false
    expect([store.read(MAPS, 'a'), store.count(MAPS), store.clock.last, committed]).toEqual([undefined, 0, last, []])
  })
})

import { describe, expect, onTestFinished, test } from 'vitest'
import type { OwnerState } from '../../src/core/write/collect.ts'
import type { DurableDatabase } from '../../src/objects/durable-database.ts'
import type { OwnerLink } from '../../src/objects/garbage-collector.ts'
import type { OwnerReference } from '../../src/wire/object.ts'
import { TestClock } from './support/clock.ts'
import { CollectedScope, ownerOf, WIDGETS } from './support/collected-scope.ts'
import { absentNamespace, onlyLinks, scopeOn } from './support/test-scope.ts'

const HOLD = 'example.com/hold'
const FOREIGN = '11111111-2222-3333-4444-555555555555'
const BLOCKING = { blockOwnerDeletion: true }
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(5, '0')}`)

/** The scope of a namespace whose links to the cluster scope a test gives, and whose clock stands still. */
function inScope(work: (scope: CollectedScope, db: DurableDatabase) => Promise<void>, links: Partial<OwnerLink> = {}) {
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  return scopeOn(absentNamespace(), { links: onlyLinks(links) }, (scope, db) => work(new CollectedScope(scope), db))
}

/** What becomes of a dependent `d`, of whom the owner `a` is there. */
type Fate = 'stays' | 'goes' | `stays with ${string}`

function fateOf(scope: CollectedScope): Fate {
  const d = scope.read('d')
  if (!d) return 'goes'
  const owners = d.metadata.ownerReferences?.map(({ name }) => name).join(' ')
  return owners === 'a' ? 'stays' : `stays with ${owners ?? 'none'}`
}

/** Owners in the cluster scope, by name. */
const cluster: Record<string, OwnerState> = { here: 'present', gone: 'absent', leaving: 'waiting' }
const clusterOwner = (name: string): OwnerReference => ({ apiVersion: 'v1', kind: 'Namespace', name, uid: `c-${name}` })
const ownerState = (_namespace: string, { name }: OwnerReference) => Promise.resolve(cluster[name]!)

describe('what becomes of a dependent', () => {
  /** Each row: what its references say, and its fate while `a` is there, and once `a` is gone. `…` is the reference to `a`. */
  const other = (more: Partial<OwnerReference>) => (a: OwnerReference) => [{ ...a, ...more }]
  const rows: [what: string, owners: (a: OwnerReference) => OwnerReference[], here: Fate, gone: Fate][] = [
    ['O1 an owner in its namespace', (a) => [a], 'stays', 'goes'],
    ['O3 another uid under that name', other({ uid: FOREIGN }), 'goes', 'goes'],
    ['O3 another name with that uid', other({ name: 'b' }), 'goes', 'goes'],
    ['O3 a name that is not there', other({ name: 'none', uid: FOREIGN }), 'goes', 'goes'],
    ['O4 a misspelt kind', other({ kind: 'Configmap' }), 'stays', 'stays'],
    ['O4 a kind that is not served', other({ apiVersion: 'example.com/v1', kind: 'Widget' }), 'stays', 'stays'],
    ['O4 a version that is not served', other({ apiVersion: 'v9' }), 'stays', 'stays'],
    ['O4 a group that the kind is not in', other({ apiVersion: 'apps/v1' }), 'stays', 'stays'],
    ['O3 another kind with that uid', other({ kind: 'Secret' }), 'goes', 'goes'],
    ['O2 O3 one that is there, one that is not', (a) => [a, { ...a, name: 'b', uid: FOREIGN }], 'stays', 'goes'],
    ['O16 two references to one owner', (a) => [a, { ...a, controller: true }], 'stays with a a', 'goes'],
    ['O2 O4 one beside a misspelt one', (a) => [a, { ...a, kind: 'X', name: 'x' }], 'stays with a x', 'stays with x'],
    ['O8 a cluster-scoped owner', () => [clusterOwner('here')], 'stays with here', 'stays with here'],
    ['O8 a cluster-scoped owner that is gone', () => [clusterOwner('gone')], 'goes', 'goes'],
    ['O8 O6 a cluster-scoped owner that waits', () => [clusterOwner('leaving')], 'goes', 'goes'],
    [
      'O8 O2 one here, one in the cluster scope',
      (a) => [a, clusterOwner('here')],
      'stays with a here',
      'stays with here',
    ],
    ['O8 O2 one here, one gone in the cluster scope', (a) => [a, clusterOwner('gone')], 'stays', 'goes'],
  ]

  test.each(rows)('%s', async (_what, owners, whileHere, onceGone) => {
    for (const policy of ['Background', 'Foreground'] as const)
      await inScope(
        async (scope) => {
          const a = scope.one('a')
          scope.one('d', { ownerReferences: owners(ownerOf(a)) })
          await scope.settle()
          expect([policy, fateOf(scope)]).toEqual([policy, whileHere])
          await scope.delete('a', policy)
          await scope.settle()
          expect([policy, fateOf(scope)]).toEqual([policy, onceGone])
          expect(scope.read('a')).toBeUndefined()
          expect(scope.pending).toEqual([])
        },
        { ownerState },
      )
  })

  test('O3 an owner that comes back under another uid is not its owner', async () => {
    await inScope(async (scope) => {
      const a = scope.one('a')
      scope.one('d', { ownerReferences: [ownerOf(a)] })
      await scope.delete('a')
      scope.one('a')
      await scope.settle()
      expect([scope.read('a')?.metadata.name, scope.read('d')]).toEqual(['a', undefined])
    })
  })

  test('O15 one that is being deleted keeps its references', async () => {
    await inScope(async (scope) => {
      const [a, b] = [scope.one('a'), scope.one('b')]
      const references = [ownerOf(a, BLOCKING), ownerOf(b)]
      scope.one('d', { finalizers: [HOLD], ownerReferences: references })
      await scope.delete('d')
      await scope.delete('a', 'Foreground')
      await scope.settle()
      expect(scope.read('d')?.metadata.ownerReferences).toEqual(references)
      expect(scope.read('a')?.metadata.finalizers).toEqual(['foregroundDeletion'])
      scope.letGo('d')
      await scope.settle()
      expect([scope.read('a'), scope.read('b')?.metadata.name]).toEqual([undefined, 'b'])
    })
  })
})

describe('an owner that is deleted in the foreground', () => {
  test('O6 deletes all that it owns at once, and waits for what blocks it', async () => {
    await inScope(async (scope) => {
      const a = scope.one('a')
      scope.one('blocking', { ownerReferences: [ownerOf(a, BLOCKING)], finalizers: [HOLD] })
      scope.one('held', { ownerReferences: [ownerOf(a)], finalizers: [HOLD] })
      scope.one('free', { ownerReferences: [ownerOf(a)] })
      await scope.delete('a', 'Foreground')
      await scope.settle()
      const deleted = (name: string) => Boolean(scope.read(name)?.metadata.deletionTimestamp)
      expect([deleted('a'), deleted('blocking'), deleted('held'), scope.read('free')]).toEqual([
        true,
        true,
        true,
        undefined,
      ])
      scope.letGo('blocking')
      await scope.settle()
      expect([scope.read('a'), deleted('held')]).toEqual([undefined, true])
    })
  })

  test('O6 waits for the last of those that block it, though one that waits itself is looked at again', async () => {
    await inScope(async (scope) => {
      const a = scope.one('a')
      const b = scope.one('b', { ownerReferences: [ownerOf(a, BLOCKING)] })
      scope.one('c', { ownerReferences: [ownerOf(b, BLOCKING)], finalizers: [HOLD] })
      scope.one('e', { ownerReferences: [ownerOf(a, BLOCKING)], finalizers: [HOLD] })
      await scope.delete('a', 'Foreground')
      await scope.settle()
      scope.letGo('e')
      await scope.settle()
      expect(['a', 'b', 'c', 'e'].filter((name) => scope.read(name))).toEqual(['a', 'b', 'c'])
      expect(scope.read('b')?.metadata.ownerReferences).toEqual([ownerOf(a, BLOCKING)])
      scope.letGo('c')
      await scope.settle()
      expect(scope.count()).toBe(0)
    })
  })

  test('O17 a reference of a misspelt kind blocks its owner, until it goes', async () => {
    for (const release of ['delete', 'correct'] as const)
      await inScope(async (scope) => {
        const a = scope.one('a')
        scope.one('d', { ownerReferences: [ownerOf(a, { ...BLOCKING, kind: 'Configmap' })] })
        await scope.delete('a', 'Foreground')
        await scope.settle()
        expect(scope.read('a')?.metadata.finalizers).toEqual(['foregroundDeletion'])
        expect(scope.pending).toEqual([])
        if (release === 'delete') await scope.delete('d')
        else scope.change('d', { ownerReferences: [ownerOf(a, BLOCKING)] })
        await scope.settle()
        expect([release, scope.count()]).toEqual([release, 0])
      })
  })

  test('O7 a circle goes as a whole, whichever of it was deleted, and how', async () => {
    for (const deleted of [['a'], ['b', 'a'], ['a', 'b', 'c']])
      await inScope(async (scope) => {
        const [a, b, c] = [scope.one('a'), scope.one('b'), scope.one('c')]
        const owners = { a: c, b: a, c: b }
        for (const [name, owner] of Object.entries(owners))
          scope.change(name, { ownerReferences: [ownerOf(owner, BLOCKING)] })
        scope.one('leaf', { ownerReferences: [ownerOf(c, BLOCKING)] })
        for (const name of deleted) await scope.delete(name, 'Foreground')
        await scope.settle()
        expect([deleted, scope.count()]).toEqual([deleted, 0])
      })
  })

  test('O2 lets go of what a cluster-scoped owner owns too', async () => {
    await inScope(
      async (scope) => {
        const a = scope.one('a')
        scope.one('d', { ownerReferences: [ownerOf(a, BLOCKING), clusterOwner('here')] })
        await scope.settle()
        await scope.delete('a', 'Foreground')
        await scope.settle()
        expect([fateOf(scope), scope.read('a')]).toEqual(['stays with here', undefined])
      },
      { ownerState },
    )
  })
})

describe('more dependents than one run takes', () => {
  const MANY = 4_100

  test('O12 are all collected, though thousands are held, and then nothing is due', { timeout: 120_000 }, async () => {
    await inScope(async (scope) => {
      const a = scope.one('a')
      const ownerReferences = [ownerOf(a)]
      scope.store(numbered('held', MANY).map((name) => ({ name, ownerReferences, finalizers: [HOLD] })))
      scope.store(numbered('last', 10).map((name) => ({ name, ownerReferences })))
      await scope.delete('a')
      expect(await scope.settle()).toBeLessThan(10)
      expect(scope.count()).toBe(MANY)
      expect(scope.read('held04099')?.metadata.deletionTimestamp).toBeTruthy()
      expect(scope.pending).toEqual([])
    })
  })

  test('O12 O6 are all deleted in the foreground, though thousands are held', { timeout: 120_000 }, async () => {
    await inScope(async (scope, db) => {
      const a = scope.one('a')
      const ownerReferences = [ownerOf(a, BLOCKING)]
      scope.store(numbered('held', MANY).map((name) => ({ name, ownerReferences, finalizers: [HOLD] })))
      scope.store(numbered('last', 10).map((name) => ({ name, ownerReferences })))
      await scope.delete('a', 'Foreground')
      expect(await scope.settle()).toBeLessThan(10)
      expect(scope.count()).toBe(MANY + 1)
      expect(scope.pending).toEqual([])
      // one that goes costs no second look at all the others
      scope.letGo('held00000')
      const { read } = await db.countRows(() => scope.settle())
      expect(read).toBeLessThan(100)
      expect(scope.read('a')?.metadata.finalizers).toEqual(['foregroundDeletion'])
    })
  })
})

describe('dependents of a resource that is not served any more', () => {
  test('O18 go with their owner and hold nobody', async () => {
    for (const policy of ['Background', 'Foreground', 'Orphan'] as const)
      await inScope(async (scope) => {
        const a = scope.one('a')
        const ownerReferences = [ownerOf(a, BLOCKING)]
        scope.one('plain', { ownerReferences }, WIDGETS)
        scope.one('held', { ownerReferences, finalizers: [HOLD] }, WIDGETS)
        scope.one('d', { ownerReferences })
        await scope.settle()
        await scope.delete('a', policy)
        await scope.settle()
        expect([policy, scope.read('a')]).toEqual([policy, undefined])
        expect(Boolean(scope.read('d'))).toBe(policy === 'Orphan')
        expect(Boolean(scope.read('plain', WIDGETS))).toBe(policy === 'Orphan')
        expect(scope.read('held', WIDGETS)?.metadata.deletionTimestamp === undefined).toBe(policy === 'Orphan')
        expect(scope.scope.store.timers.failing()).toEqual([])
      })
  })
})

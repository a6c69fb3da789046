import { beforeEach, describe, expect, it } from 'vitest'
import { type Revision, revisionAt } from '../../src/core/revision.ts'
import { compactBatch } from '../../src/storage/history/compaction.ts'
import { observeVersion } from '../../src/storage/history/future-version.ts'
import { applyNamespaceState, closeNamespace } from '../../src/storage/namespaces/namespace-content.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { refusalOf } from '../support/refusal.ts'
import { ScopeDriver, versionOf } from '../support/scope-driver.ts'

const HOUR_MS = 3_600_000
let scope: ScopeDriver

beforeEach(() => {
  scope = new ScopeDriver(new NodeDatabase()).open()
})

const compactAll = () => {
  while (compactBatch(scope.store)) continue
}

describe('versions', () => {
  it('R5 rise while the clock stands still, and are even', () => {
    const versions = Array.from({ length: 50 }, (_, i) => versionOf(scope.create(`a${i}`)))
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
    expect(versions.filter((version) => version % 2 !== 0)).toEqual([])
  })

  it('R5 rise when the clock steps back', () => {
    const before = versionOf(scope.create('a'))
    scope.env.advance(-HOUR_MS)
    expect(versionOf(scope.create('b'))).toBeGreaterThan(before)
  })

  it('R2 are counted for all kinds together, a deletion too', () => {
    const created = versionOf(scope.create('a'))
    const other = versionOf(scope.create('b', {}, { resource: 'secrets' }))
    scope.delete('a')
    const deletion = scope.changes.at(-1)?.revision ?? 0
    expect([created, other, deletion, versionOf(scope.create('a'))].map((v, i, all) => v - (all[i - 1] ?? v))).toEqual([
      0, 2, 2, 2,
    ])
  })

  it('R7 follow the clock', () => {
    scope.create('a')
    scope.env.advance(1000)
    const later = versionOf(scope.create('b'))
    expect(later).toBeGreaterThanOrEqual(revisionAt(scope.env.nowMs))
    expect(later).toBeLessThan(revisionAt(scope.env.nowMs + 1))
  })

  it('R4 go on above the last one after a restart, also with a clock that stepped back', () => {
    scope.env.advance(10_000)
    const before = versionOf(scope.create('a'))
    scope.restart()
    scope.env.advance(-HOUR_MS)
    expect(versionOf(scope.create('b'))).toBe(before + 2)
  })

  it('R3 go on above a deletion that compaction has dropped, after a restart with a clock that stepped back', () => {
    scope.env.advance(10_000)
    scope.create('a')
    scope.delete('a')
    const deletion = scope.last
    scope.env.advance(HOUR_MS)
    compactAll()
    expect(scope.store.floor).toBe(deletion)
    scope.restart()
    scope.env.advance(-2 * HOUR_MS)
    expect(scope.last).toBe(deletion)
    expect(scope.list().revision).toBe(deletion)
    expect(versionOf(scope.create('a'))).toBeGreaterThan(deletion)
  })

  it('R3 are not issued again for a name that is made anew', () => {
    const versions = [1, 2, 3].flatMap(() => {
      const created = versionOf(scope.create('a'))
      scope.delete('a')
      return [created, scope.changes.at(-1)?.revision ?? 0]
    })
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
  })

  it('R3 go on when the namespace is closed and made again', () => {
    scope.create('a')
    scope.delete('a')
    const last = scope.last
    const terminating = (last + 2) as Revision
    applyNamespaceState(scope.store, { phase: 'terminating', uid: 'ns-uid', revision: terminating })
    closeNamespace(scope.store, 'ns-uid')
    scope.restart()
    applyNamespaceState(scope.store, { phase: 'open', uid: 'other', revision: terminating + 2 })
    expect(versionOf(scope.create('a'))).toBeGreaterThan(terminating + 2)
  })

  it('R4 of a write that was refused are told to nobody', () => {
    scope.env.advance(10_000)
    const before = versionOf(scope.create('a'))
    const tooLarge = () =>
      scope.create(
        'b',
        { message: 'x'.repeat(1_600_000), involvedObject: { namespace: 'team' } },
        { resource: 'events' },
      )
    expect(refusalOf(tooLarge)?.code).toBe(413)
    expect(scope.list().revision).toBe(before)
    scope.restart()
    expect(scope.last).toBe(before)
  })

  it('R6 that are one above another are never current', () => {
    const object = scope.create('a')
    for (const added of [1, 2, -1]) {
      const resourceVersion = String(versionOf(object) + added)
      const attempt = () =>
        scope.update({ ...object, metadata: { ...object.metadata, resourceVersion }, data: { k: 'v' } })
      expect(refusalOf(attempt)).toMatchObject({ code: 409, reason: 'Conflict' })
    }
  })
})

describe('a version that was told', () => {
  it('is below all that is written later, also after a restart', () => {
    const told = revisionAt(scope.env.nowMs + 4_000)
    expect(observeVersion(scope.store, told)).toBe(told)
    expect(scope.list().revision).toBe(told)
    scope.restart()
    expect(scope.last).toBeGreaterThanOrEqual(told)
    expect(versionOf(scope.create('a'))).toBeGreaterThan(told)
  })

  it('R6 makes the next one even where it was odd', () => {
    const told = (revisionAt(scope.env.nowMs + 1_000) + 1) as Revision
    observeVersion(scope.store, told)
    expect(versionOf(scope.create('a'))).toBe(told + 3)
  })

  it('is written down once for many of the same second', () => {
    const told = revisionAt(scope.env.nowMs + 1_500)
    observeVersion(scope.store, told)
    const mark = scope.store.settings.read('mark')
    observeVersion(scope.store, (told + 10) as Revision)
    expect(scope.store.settings.read('mark')).toBe(mark)
    expect(mark).toBeGreaterThan(told + 10)
  })

  it('is refused when it is of the future', () => {
    const future = revisionAt(scope.env.nowMs + 6_000)
    expect(refusalOf(() => observeVersion(scope.store, future))).toMatchObject({
      code: 504,
      reason: 'Timeout',
      message: `Timeout: Too large resource version: ${future}, current: ${scope.store.clock.reading}`,
      details: { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 },
    })
  })

  it('R5 counts from another scope however far ahead it is: the clock of the machine may have stepped back', () => {
    const fresh = new ScopeDriver(new NodeDatabase())
    const revision = revisionAt(fresh.env.nowMs + 86_400_000)
    applyNamespaceState(fresh.store, { phase: 'open', uid: 'u', revision })
    expect(versionOf(fresh.create('a'))).toBeGreaterThan(revision)
    fresh.restart()
    expect(versionOf(fresh.create('b'))).toBeGreaterThan(revision)
  })

  it('writes nothing where nothing was ever opened', () => {
    const fresh = new ScopeDriver(new NodeDatabase())
    fresh.list({ position: { at: 'recent', notOlderThan: revisionAt(fresh.env.nowMs) } })
    expect([...fresh.db.rows('SELECT name FROM sqlite_master')]).toEqual([])
  })
})

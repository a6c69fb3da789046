import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Revision } from '../../src/core/revision.ts'
import { withRevision } from '../../src/core/object-text.ts'
import { type Change, ChangeKind } from '../../src/storage/store/change.ts'
import { compactBatch } from '../../src/storage/history/compaction.ts'
import { Snapshot } from '../../src/storage/history/snapshot.ts'
import { changesSince, readVersion } from '../../src/storage/history/watch-reads.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { ScopeDriver } from '../support/scope-driver.ts'

const NAMES = ['a', 'b', 'c', 'd']
const RESOURCE = 'configmaps'

type Step =
  | { do: 'write'; name: string; value: string }
  | { do: 'delete'; name: string }
  | { do: 'write elsewhere' }
  | { do: 'wait'; ms: number }
  | { do: 'compact' }
  | { do: 'restart' }

const name = fc.constantFrom(...NAMES)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), name, value: fc.string({ maxLength: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), name }) },
  { weight: 1, arbitrary: fc.constant({ do: 'write elsewhere' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: -50, max: 900 }) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'compact' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
)

/** Name → version and value: what exists. */
type State = Record<string, { version: number; value: string }>

/** What a scope should remember, kept as simply as can be: one state for each version. */
class Oracle {
  readonly states: { version: number; state: State }[] = [{ version: 0, state: {} }]

  get now(): State {
    return this.states.at(-1)!.state
  }

  write(version: number, key: string, value: string): void {
    this.states.push({ version, state: { ...this.now, [key]: { version, value } } })
  }

  delete(version: number, key: string): void {
    const { [key]: _gone, ...state } = this.now
    this.states.push({ version, state })
  }

  at(version: number): State {
    return this.states.findLast((one) => one.version <= version)!.state
  }
}

function perform(scope: ScopeDriver, oracle: Oracle, one: Step): void {
  switch (one.do) {
    case 'write': {
      const data = { k: one.value }
      const known = oracle.now[one.name]
      if (known?.value === one.value) return
      const written = known ? scope.change(one.name, { data }) : scope.create(one.name, { data })
      return oracle.write(Number(written.metadata.resourceVersion), one.name, one.value)
    }
    case 'delete':
      if (!oracle.now[one.name]) return
      scope.delete(one.name)
      return oracle.delete(scope.last, one.name)
    case 'write elsewhere':
      scope.create('', { metadata: { generateName: 'e-' } }, { resource: 'secrets' })
      return
    case 'wait':
      return scope.env.advance(one.ms)
    case 'compact':
      compactBatch(scope.store)
      return
    case 'restart':
      return scope.restart()
  }
}

function run(steps: Step[]): { scope: ScopeDriver; oracle: Oracle } {
  const scope = new ScopeDriver(new NodeDatabase(), { retention: { historyMs: 1_000 } }).open()
  const oracle = new Oracle()
  for (const one of steps) perform(scope, oracle, one)
  return { scope, oracle }
}

/** Every version from the floor on that a client may ask for: each that was given out, and those between. */
function versionsFrom(floor: Revision, { scope, oracle }: ReturnType<typeof run>): Revision[] {
  const all = oracle.states.flatMap(({ version }) => [version - 1, version, version + 1])
  return [...all, floor, scope.last].filter((v) => v >= floor && v <= scope.last) as Revision[]
}

const shown = (text: string) => {
  const { metadata, data } = JSON.parse(text) as { metadata: { resourceVersion: string }; data: { k: string } }
  return { version: Number(metadata.resourceVersion), value: data.k }
}

function listed(scope: ScopeDriver, revision: Revision): State {
  const { items } = scope.list({ position: { at: 'exact', revision } })
  return Object.fromEntries(items.map((item) => [item.metadata.name ?? '', shown(JSON.stringify(item))]))
}

/** All of a reader that goes on from the last one it was given. */
function readAll<T extends { revision: Revision }>(from: Revision, read: (after: Revision) => T[]): T[] {
  const all: T[] = []
  for (let after = from; ; after = all.at(-1)!.revision) {
    const part = read(after)
    if (part.length === 0) return all
    all.push(...part)
  }
}

function apply(state: State, change: Change): State {
  const { [change.name]: _before, ...others } = state
  return change.event === ChangeKind.deleted ? others : { ...others, [change.name]: shown(change.body) }
}

const BOUNDS = { limit: 2, maxLength: 1_000_000 }

describe('history', () => {
  it('L5 H1 H3 shows at every version from the floor on what there was', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const done = run(steps)
        for (const version of versionsFrom(done.scope.store.floor, done))
          expect(listed(done.scope, version)).toEqual(done.oracle.at(version))
      }),
    )
  })

  it('W1 W2 W25 gives a state in order of version, and the changes that lead to every later one', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const done = run(steps)
        const { store, last } = done.scope
        for (const snapshot of versionsFrom(store.floor, done)) {
          const state = readAll(0 as Revision, (after) => new Snapshot(store, RESOURCE, snapshot).read(after, BOUNDS))
          expect(state.map(({ revision }) => revision)).toEqual(state.map((s) => s.revision).sort((a, b) => a - b))
          const begin = Object.fromEntries(state.map((row) => [row.name, shown(row.body)]))
          expect(begin).toEqual(done.oracle.at(snapshot))
          const range = (after: Revision) => ({ after, upTo: last })
          const changes = readAll(snapshot, (after) => changesSince(store, RESOURCE, range(after), BOUNDS))
          expect(changes.reduce(apply, begin)).toEqual(done.oracle.now)
          expect(changes.map((change) => change.revision)).toEqual(
            done.oracle.states.map(({ version }) => version).filter((version) => version > snapshot),
          )
        }
      }),
      { numRuns: 60 },
    )
  })

  it('W9 has the text before every change that it keeps', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { scope, oracle } = run(steps)
        const range = { after: scope.store.floor, upTo: scope.last }
        for (const change of changesSince(scope.store, RESOURCE, range, { limit: 1000, maxLength: 1_000_000 })) {
          const before = oracle.at(change.revision - 1)[change.name]
          expect(change.previous?.revision).toBe(before?.version)
          if (!change.previous) continue
          const body = change.previous.body ?? readVersion(scope.store, change.previous.revision)
          expect(shown(body)).toEqual(before)
          expect(change.previous.body !== undefined).toBe(change.event === ChangeKind.deleted)
          expect(shown(withRevision(body, change.revision))).toEqual({ ...before, version: change.revision })
        }
      }),
    )
  })

  it('counts the objects that there are', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { scope, oracle } = run(steps)
        const page = scope.list({ limit: 1 })
        expect(page.total).toBe(Object.keys(oracle.now).length)
      }),
    )
  })
})

import { connect, type ConfigMap, type Resource } from '../src/client/index.ts'
import type { Pace } from './measurement.ts'
import { clockMs, median } from './statistics.ts'
import { countIn, SHARED_NAME, strategies, type Strategy, type Writer } from './strategies.ts'
import type { Access } from './targets.ts'

export const LOST_TITLE = 'changes lost by ways that promise to lose none'

/** Whether all writers change one field of the object, or each a field of its own. */
export type Fields = 'one field' | 'own fields'

/** So many writers change one object in one way, all at once. */
interface Contest {
  strategy: Strategy
  fields: Fields
  writers: number
}

interface Outcome {
  /** Writes that were sent for each change, those refused included. */
  tries: number
  /** For all changes together, with the reads and waits that belong to them. */
  ms: number
  /** Changes that were answered as made, and are not in the object at the end. */
  lost: number
}

/** How it went: medians of the rounds, and the most that was lost in one. */
export type Contested = Contest & Outcome

/** Ways that lose nothing even where all write one field. */
const SAFE: readonly Strategy[] = ['1. update with retry', '3. patch with the version, and retry']

const losesNone = ({ strategy, fields }: Contest) => fields === 'own fields' || SAFE.includes(strategy)

/** What was lost and should not have been. */
export const brokenPromises = (results: readonly Contested[]): number =>
  results.filter(losesNone).reduce((sum, { lost }) => sum + lost, 0)

/** The ways to write of docs/concurrency.md. Every contest makes as many changes, shared out evenly among its writers. */
export async function measureContention(access: Access, { rounds, contenders, changes }: Pace): Promise<Contested[]> {
  const contests = (['one field', 'own fields'] as const).flatMap((fields) =>
    (Object.keys(strategies) as Strategy[]).flatMap((strategy) =>
      contenders.map((writers): Contest => ({ strategy, fields, writers })),
    ),
  )
  // not counted: caches and compilers warm up
  for (const contest of contests.slice(0, 1)) await holdContest(access, contest, changes)
  const outcomes = new Map(contests.map((contest): [Contest, Outcome[]] => [contest, []]))
  for (let round = 0; round < rounds; round++)
    for (const [contest, known] of outcomes) known.push(await holdContest(access, contest, changes))
  return [...outcomes].map(([contest, known]) => ({
    ...contest,
    tries: median(known.map(({ tries }) => tries)),
    ms: median(known.map(({ ms }) => ms)),
    lost: Math.max(...known.map(({ lost }) => lost)),
  }))
}

async function holdContest(access: Access, { strategy, fields, writers }: Contest, changes: number): Promise<Outcome> {
  let sent = 0
  const client = connect({
    ...access,
    fetch: (url, init) => {
      if (init?.method !== 'GET') sent++
      return fetch(url, init)
    },
  })
  const configMaps = client.resource('v1', 'configmaps', { namespace: 'default' })
  await configMaps.create({ metadata: { name: SHARED_NAME } })
  const all = Array.from({ length: writers }, (_, index) => newWriter(index, fields))
  sent = 0
  const startMs = clockMs()
  await Promise.all(all.map((writer) => makeChanges(configMaps, strategy, writer, changes / writers)))
  const [ms, tries] = [clockMs() - startMs, sent / changes]
  const object = await configMaps.get(SHARED_NAME)
  await configMaps.delete(SHARED_NAME)
  const keys = new Set(all.map(({ key }) => key))
  const kept = [...keys].reduce((sum, key) => sum + countIn(object, key), 0)
  return { tries, ms, lost: changes - kept }
}

function newWriter(index: number, fields: Fields): Writer {
  const isAlone = fields === 'own fields'
  return { key: isAlone ? `count-${index}` : 'count', isAlone, changes: 0, fieldManager: `writer-${index}` }
}

async function makeChanges(
  configMaps: Resource<ConfigMap>,
  strategy: Strategy,
  writer: Writer,
  count: number,
): Promise<void> {
  for (; writer.changes < count; writer.changes++) await strategies[strategy](configMaps, writer)
}

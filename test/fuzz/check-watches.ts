import type { ExpectedEvent, ModelLog } from './model-log.ts'
import type { StreamItem, WatchRecord } from './records.ts'

/** What may happen in a run, so that it is no fault. */
export interface Allowances {
  /** history is dropped while it runs */
  compaction: boolean
  /** connections break, servers are killed */
  crashes: boolean
}

export interface WatchVerdict {
  faults: string[]
  /** events that it should have got by now; they may be on their way while it is open */
  owed: number
}

/** What one stream must bring, if its snapshot was taken at `snapshot`. */
interface Prediction {
  initial: ExpectedEvent[]
  live: ExpectedEvent[]
  snapshot: number
}

/**
 * Checks one stream: versions rise, none missing, none doubled; what leaves a selector is DELETED; a bookmark is never ahead
 * of an event that has not come. A start whose snapshot is not told may be at any version of the moments of its opening.
 */
export function checkWatch(log: ModelLog, watch: WatchRecord, allow: Allowances): WatchVerdict {
  const attempts = snapshotsOf(log, watch).map((snapshot) => compare(predict(log, watch, snapshot), watch))
  const best = attempts.reduce((a, b) => (b.fault === undefined && (a.fault !== undefined || b.owed < a.owed) ? b : a))
  const faults = [best.fault, endFault(watch, allow)].filter((fault) => fault !== undefined)
  return { faults: faults.map((fault) => `${describeWatch(watch)}: ${fault}`), owed: best.owed }
}

function predict(log: ModelLog, { from, resource, selector }: WatchRecord, snapshot: number): Prediction {
  const initial =
    from.at === 'state'
      ? log
          .stateAt(resource, snapshot, selector)
          .map((object): ExpectedEvent => ({ type: 'ADDED', version: object.version, object }))
          .sort((a, b) => a.version - b.version)
      : []
  return { initial, live: log.eventsAfter(resource, snapshot, selector), snapshot }
}

/** The versions that its snapshot may have. */
function snapshotsOf(log: ModelLog, watch: WatchRecord): number[] {
  if (watch.from.at === 'version') return [watch.from.version]
  const told = watch.items.find((item) => item.endsInitial)
  if (told) return [told.object.version]
  const acknowledged = log.entries.findLast((entry) => entry.span.end < watch.start)?.version ?? 0
  const possible = log.entries.filter(
    (entry) => entry.version > acknowledged && entry.resource === watch.resource && entry.span.start < watch.opened,
  )
  return [acknowledged, ...possible.map((entry) => entry.version)]
}

function compare({ initial, live, snapshot }: Prediction, watch: WatchRecord): { fault?: string; owed: number } {
  const expected = [...initial, ...live]
  let seen = 0
  for (const item of watch.items) {
    if (item.type === 'ERROR') break
    const fault =
      item.type === 'BOOKMARK'
        ? bookmarkFault(item, watch, seen, initial.length, live, snapshot)
        : eventFault(item, expected[seen++], watch.partial)
    if (fault !== undefined) return { fault: `item ${seen}: ${fault}`, owed: expected.length }
  }
  const marks = watch.items.filter((item) => item.endsInitial).length
  const owesMark = watch.from.at === 'state' && watch.bookmarks && marks === 0
  return { owed: expected.length - seen + (owesMark ? 1 : 0) }
}

function eventFault(item: StreamItem, expected: ExpectedEvent | undefined, partial: boolean): string | undefined {
  const { type, object } = item
  const found = `${type} ${object.name}@${object.version}`
  if (!expected) return `${found} came, of which nothing is known`
  const { name } = expected.object
  if (type !== expected.type || object.name !== name || object.version !== expected.version)
    return `${found} came, expected was ${expected.type} ${name}@${expected.version}`
  const same = partial
    ? object.metadataDigest === expected.object.metadataDigest
    : object.digest === expected.object.digest
  return same ? undefined : `${found} came with other content`
}

function bookmarkFault(
  { object: { version }, endsInitial }: StreamItem,
  watch: WatchRecord,
  seen: number,
  initial: number,
  live: readonly ExpectedEvent[],
  snapshot: number,
): string | undefined {
  const what = `a bookmark at ${version}`
  if (!watch.bookmarks) return `${what} came that nobody asked for`
  if (seen < initial) return `${what} came before the initial events were complete`
  if (endsInitial && (seen !== initial || watch.from.at !== 'state')) return `${what} ends initial events out of place`
  const due = initial + live.filter((event) => event.version <= version).length
  if (due > seen) return `${what} came before ${due - seen} events that it covers`
  if (due < seen || version < snapshot) return `${what} came after events that are newer`
  return undefined
}

/** A stream ends when its client cuts it, at its time limit, or where history is gone, which is told. */
function endFault(watch: WatchRecord, { compaction, crashes }: Allowances): string | undefined {
  const { items, ended, timeoutSeconds, paused, bookmarks } = watch
  const place = items.findIndex((item) => item.type === 'ERROR')
  if (place >= 0) {
    if (place !== items.length - 1) return 'items came after an ERROR'
    if (items[place]!.code !== 410) return `it ended with an ERROR of code ${items[place]!.code}`
    if (place > 0) return 'an ERROR came after events'
    if (watch.from.at !== 'version' || !compaction) return 'it was told Expired though its start is not'
    return undefined
  }
  if (ended === undefined || watch.cutAt < Infinity) return undefined
  if (ended === 'cut') return crashes ? undefined : 'it broke off'
  if (paused) return undefined
  if (timeoutSeconds === 0) return compaction ? undefined : 'the server ended it for no reason'
  if (bookmarks && items.at(-1)?.type !== 'BOOKMARK') return 'no bookmark came before its time limit'
  return undefined
}

export function describeWatch(watch: WatchRecord): string {
  const { scope, resource, selector, from, over, partial, bookmarks, paused, timeoutSeconds, start, items } = watch
  const begin = from.at === 'version' ? `version ${from.version}` : from.at
  const traits = [
    over,
    ...(partial ? ['metadata'] : []),
    ...(bookmarks ? ['bookmarks'] : []),
    ...(paused ? ['paused for a while'] : []),
    ...(timeoutSeconds > 0 ? [`${timeoutSeconds} s`] : []),
    `opened at tick ${start}`,
    `${items.length} items`,
  ]
  return `WATCH ${scope}/${resource} ${JSON.stringify(selector.query)} from ${begin} (${traits.join(', ')})`
}

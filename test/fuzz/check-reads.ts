import { wasAbsent } from './check-refusals.ts'
import { describeEntry, type ModelLog } from './model-log.ts'
import type { GetRecord, ListRecord } from './records.ts'
import type { SeenObject } from './seen-object.ts'

export interface ReadHistory {
  gets: readonly GetRecord[]
  lists: readonly ListRecord[]
  allow: { compaction: boolean }
}

/** Every answer shows a state that there was, and none that was over before the request began. */
export function checkReads(log: ModelLog, { gets, lists, allow }: ReadHistory): string[] {
  const here = lists.filter((list) => list.scope === log.scope)
  return [
    ...gets.filter((get) => get.scope === log.scope).flatMap((get) => getFaults(log, get)),
    ...here.flatMap((list) => listFaults(log, list)),
    ...expiryFaults(log, here, allow.compaction),
  ]
}

function getFaults(log: ModelLog, get: GetRecord): string[] {
  const { found, resource, name } = get
  const tell = (why: string) => [`GET ${log.scope}/${resource}/${name} at tick ${get.start}–${get.end} ${why}`]
  const entries = log.ofName(resource, name)
  if (!found) return wasAbsent(entries, get) ? [] : tell('did not find what exists')
  const entry = log.at(found.version)
  if (!entry || entry.type === 'DELETED' || entry.name !== name || entry.resource !== resource)
    return tell(`shows version ${found.version}, which was never written`)
  if (entry.object.digest !== found.digest) return tell(`shows other content than ${describeEntry(entry)}`)
  if (entry.span.start > get.end) return tell(`shows ${describeEntry(entry)} before it was written`)
  if (entry.after && entry.after.span.end < get.start)
    return tell(`shows ${describeEntry(entry)} though ${describeEntry(entry.after)} was acknowledged`)
  return []
}

function listFaults(log: ModelLog, list: ListRecord): string[] {
  if (list.expired) return []
  const { version, exactly, notOlderThan, selector, resource, after } = list
  const tell = (why: string) => [
    `LIST ${log.scope}/${resource} ${JSON.stringify(selector.query)} at version ${version}, tick ${list.start}: ${why}`,
  ]
  if (exactly !== undefined && version !== exactly) return tell(`version ${exactly} was asked for`)
  if (notOlderThan !== undefined && version < notOlderThan) return tell(`it is older than ${notOlderThan}`)
  const missing = exactly === undefined && log.entries.find((e) => e.version > version && e.span.end < list.start)
  if (missing) return tell(`${describeEntry(missing)} was acknowledged before it`)
  const early = log.entries.find((e) => e.version <= version && e.span.start > list.end)
  if (early) return tell(`${describeEntry(early)} was sent after it`)
  const all = log.stateAt(resource, version, selector).filter((object) => object.name > after)
  const page = list.limit > 0 ? all.slice(0, list.limit) : all
  const difference = firstDifference(page, list.items)
  if (difference) return tell(difference)
  if (list.more !== all.length > page.length) return tell(`more: ${list.more}, though ${all.length} match`)
  if (list.remaining !== undefined && list.remaining !== all.length - page.length)
    return tell(`remainingItemCount ${list.remaining}, though ${all.length - page.length} remain`)
  return []
}

function firstDifference(expected: readonly SeenObject[], found: readonly SeenObject[]): string | undefined {
  for (let i = 0; i < Math.max(expected.length, found.length); i++) {
    const [e, f] = [expected[i], found[i]]
    if (e?.name === f?.name && e?.version === f?.version && e?.digest === f?.digest) continue
    return `item ${i} is ${brief(f)}, expected ${brief(e)}`
  }
  return undefined
}

const brief = (object: SeenObject | undefined) =>
  object ? `${object.name}@${object.version} (${object.digest})` : 'nothing'

/** A version that has expired stays so, and the newest state never does. */
function expiryFaults(log: ModelLog, lists: readonly ListRecord[], compaction: boolean): string[] {
  const faults: string[] = []
  const exact = lists.filter((list) => list.exactly !== undefined).sort((a, b) => a.start - b.start)
  for (const list of exact.filter((one) => one.expired)) {
    const what = `version ${list.exactly} of ${log.scope} expired`
    if (!compaction) faults.push(`${what} though history is kept`)
    if (!log.entries.some((entry) => entry.version > list.exactly! && entry.span.start < list.end))
      faults.push(`${what} though it is the newest`)
    const alive = exact.find((one) => !one.expired && one.start > list.end && one.exactly! <= list.exactly!)
    if (alive) faults.push(`${what} and was listed again at ${alive.exactly}`)
  }
  return faults
}

import { refusalFaults } from './check-refusals.ts'
import { describeEntry, type LogEntry, type ModelLog, type Span } from './model-log.ts'
import type { CollectionDelete, Delete, NamespaceGap, ObjectWrite, Write } from './records.ts'

/** What the checks of writes look at. */
export interface WrittenHistory {
  writes: readonly Write[]
  gaps: readonly NamespaceGap[]
}

/** Each accepted change has one cause, each acknowledged write has its change, and versions rise as time goes on. */
export function checkWrites(log: ModelLog, { writes, gaps }: WrittenHistory): string[] {
  const here = writes.filter((write) => write.scope === log.scope)
  const causes = new Causes(
    here,
    gaps.filter((gap) => gap.scope === log.scope),
  )
  return [
    ...log.entries.flatMap((entry) => [...chainFaults(entry), ...causes.explain(entry)]),
    ...orderFaults(log),
    ...here.flatMap((write) => effectFaults(log, write)),
    ...here.flatMap((write) => refusalFaults(log, write, causes.gaps)),
  ]
}

/** A name is added when absent, modified and deleted when there. */
function chainFaults(entry: LogEntry): string[] {
  const { before, type, object } = entry
  const exists = before !== undefined && before.type !== 'DELETED'
  const tell = (why: string) => [`${describeEntry(entry)} ${why}${before ? ` after ${describeEntry(before)}` : ''}`]
  if (type === 'ADDED') {
    if (exists) return tell('while it exists')
    return before && before.object.uid === object.uid ? tell('with the uid of the one that was deleted') : []
  }
  if (!exists) return tell('while it does not exist')
  if (before.object.uid !== object.uid) return tell('with another uid')
  if (type === 'DELETED' && before.object.digest !== object.digest) return tell('with other content than before')
  return []
}

/** Says which write made each change, and notes when that was. */
class Causes {
  readonly #byMarker = new Map<string, ObjectWrite>()
  readonly #claimed = new Map<string, LogEntry>()
  readonly #deletes: (Delete | CollectionDelete)[] = []
  readonly #releases: ObjectWrite[] = []
  readonly gaps: readonly NamespaceGap[]

  constructor(writes: readonly Write[], gaps: readonly NamespaceGap[]) {
    this.gaps = gaps
    for (const write of writes) {
      if (write.verb === 'delete' || write.verb === 'delete collection') {
        if (mayHaveHappened(write)) this.#deletes.push(write)
        continue
      }
      if (!this.#byMarker.has(write.marker)) this.#byMarker.set(write.marker, write)
      if (write.releases && mayHaveHappened(write)) this.#releases.push(write)
    }
  }

  explain(entry: LogEntry): string[] {
    const { before, object, type } = entry
    const isWrite = type === 'ADDED' || (type === 'MODIFIED' && object.marker !== before?.object.marker)
    return isWrite ? this.#explainContent(entry) : this.#explainDeletion(entry)
  }

  #explainContent(entry: LogEntry): string[] {
    const { marker } = entry.object
    const write = this.#byMarker.get(marker)
    const tell = (why: string) => [`${describeEntry(entry)} written by "${marker}" ${why}`]
    if (!write) return tell('of which nothing is known')
    const earlier = this.#claimed.get(marker)
    if (earlier) return tell(`which already wrote ${describeEntry(earlier)}`)
    this.#claimed.set(marker, entry)
    entry.span = spanOf([write])
    if (write.dryRun) return tell('a dry run')
    if (write.result === 'refused') return tell(`which was refused with ${write.status}`)
    if (entry.type === 'MODIFIED' && write.base !== entry.before?.version)
      return tell(`which held version ${write.base}, over ${entry.before?.version}`)
    return []
  }

  #explainDeletion(entry: LogEntry): string[] {
    const { before } = entry
    const isMark = entry.type === 'MODIFIED' && entry.object.deleting && !before?.object.deleting
    if (entry.type === 'MODIFIED' && !isMark) return [`${describeEntry(entry)} changed without a write`]
    const sure = this.#deletes.filter((write) => tellsOf(write, entry))
    if (sure.filter((write) => write.verb === 'delete').length > 1)
      return [`${describeEntry(entry)} was acknowledged to ${sure.length} clients`]
    const causes: Span[] = sure.length > 0 ? sure : this.#possibleDeletions(entry)
    if (causes.length === 0) return [`${describeEntry(entry)} was deleted by nobody`]
    entry.span = spanOf(causes)
    return []
  }

  #possibleDeletions(entry: LogEntry): Span[] {
    return [
      ...this.#deletes.filter((write) => mayDelete(write, entry)),
      ...this.#releases.filter(
        (write) =>
          write.resource === entry.resource && write.name === entry.name && write.base === entry.before?.version,
      ),
      ...this.gaps,
    ]
  }
}

const mayHaveHappened = (write: Write) => write.result !== 'refused' && !write.dryRun

const spanOf = (spans: readonly Span[]): Span => ({
  start: Math.min(...spans.map((span) => span.start)),
  end: spans.length === 1 ? spans[0]!.end : Math.max(...spans.map((span) => span.end)),
})

/** True for a DELETE whose answer says that it removed the very object. */
const tellsOf = (write: Delete | CollectionDelete, { type, object }: LogEntry) =>
  write.verb === 'delete' && type === 'DELETED' && write.removedUid === object.uid

function mayDelete(write: Delete | CollectionDelete, { resource, name, before, object }: LogEntry): boolean {
  if (write.resource !== resource) return false
  if (write.verb === 'delete collection') return before !== undefined && write.selector.matches(before.object)
  const { uid, resourceVersion } = write.preconditions
  if (write.removedUid !== undefined && write.removedUid !== object.uid) return false
  return (
    write.name === name &&
    (uid ?? object.uid) === object.uid &&
    (resourceVersion === undefined || resourceVersion === String(before?.version))
  )
}

/** A write that was answered before another was sent has the lower version. */
function orderFaults(log: ModelLog): string[] {
  const faults: string[] = []
  let first: LogEntry | undefined
  for (const entry of log.entries.toReversed()) {
    if (first && first.span.end < entry.span.start)
      faults.push(`${describeEntry(entry)} was written after ${describeEntry(first)} was acknowledged`)
    if (!first || entry.span.end < first.span.end) first = entry
  }
  return faults
}

/** What was acknowledged has happened. */
function effectFaults(log: ModelLog, write: Write): string[] {
  if (write.result !== 'done' || write.dryRun) return []
  if (write.verb === 'delete')
    return write.removedUid ? goneFaults(log, write, write.removedUid) : markFaults(log, write)
  if (write.verb === 'delete collection')
    return (write.answer ?? []).flatMap((object) => (object.held ? [] : goneFaults(log, write, object.uid)))
  const { answer, base, verb, name, resource } = write
  if (!answer || verb === 'create' || answer.version !== base) return []
  // nothing changed, or the last finalizer went
  const entry = log.at(base)
  if (entry?.object.digest === answer.digest) return []
  if (write.releases && answer.deleting && !answer.held) return goneFaults(log, write, answer.uid)
  return [`an update of ${resource}/${name} was acknowledged under its old version ${base} with other content`]
}

/** A DELETE that a finalizer holds back answers with the object as it then is. */
function markFaults(log: ModelLog, { answer, resource, name }: Delete): string[] {
  if (!answer) return [`delete of ${resource}/${name} was acknowledged without an object or a uid`]
  const entry = log.at(answer.version)
  const shown = entry?.object.digest === answer.digest && answer.deleting
  return shown ? [] : [`delete of ${resource}/${name} shows ${answer.version}, which was never written so`]
}

function goneFaults(log: ModelLog, { verb, resource }: Write, uid: string): string[] {
  const gone = log.entries.some((entry) => entry.type === 'DELETED' && entry.object.uid === uid)
  return gone ? [] : [`${verb} of ${resource} with uid ${uid} in ${log.scope} was acknowledged, but it was not deleted`]
}

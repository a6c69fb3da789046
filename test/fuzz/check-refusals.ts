import type { LogEntry, ModelLog, Span } from './model-log.ts'
import type { Delete, NamespaceGap, ObjectWrite, Write } from './records.ts'

/** A refusal needs a reason that held at some moment between the sending of the request and its answer. */
export function refusalFaults(log: ModelLog, write: Write, gaps: readonly NamespaceGap[]): string[] {
  if (write.result !== 'refused' || write.verb === 'delete collection') return []
  if (gaps.some((gap) => overlap(gap, write)) && [403, 404].includes(write.status)) return []
  const reason = REASONS[write.status]
  if (reason?.(log, write, log.ofName(write.resource, write.name))) return []
  const held = write.verb === 'update' ? ` with version ${write.base}` : ''
  return [
    `${write.verb} of ${write.scope}/${write.resource}/${write.name}${held} at tick ${write.start}–${write.end} was refused with ${write.status} for no reason`,
  ]
}

type Reason = (log: ModelLog, write: ObjectWrite | Delete, entries: readonly LogEntry[]) => boolean

const REASONS: Readonly<Record<number, Reason | undefined>> = {
  400: (_log, write, entries) => write.verb === 'update' && write.base === undefined && existed(entries, write),
  404: (_log, write, entries) => wasAbsent(entries, write),
  409: (log, write, entries) => {
    switch (write.verb) {
      case 'create':
        return existed(entries, write)
      case 'update':
        return !isSurelyCurrent(log, write, write.base, write.uid)
      case 'delete': {
        const { uid, resourceVersion } = write.preconditions
        if (resourceVersion !== undefined) return !isSurelyCurrent(log, write, Number(resourceVersion), uid)
        return uid !== undefined && entries.some((entry) => entry.object.uid !== uid && entry.span.start < write.end)
      }
    }
  },
}

const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end

/** True if the name can have been absent at some moment of the span. */
export function wasAbsent(entries: readonly LogEntry[], { start, end }: Span): boolean {
  const absences = [undefined, ...entries.filter((entry) => entry.type === 'DELETED')]
  return absences.some((from) => {
    const until = from ? from.after : entries[0]
    return (from === undefined || from.span.start < end) && (until === undefined || until.span.end > start)
  })
}

function existed(entries: readonly LogEntry[], { start, end }: Span): boolean {
  return entries.some(
    ({ type, span, after }) =>
      type !== 'DELETED' && span.start < end && (after?.type !== 'DELETED' || after.span.end > start),
  )
}

/** True if this version was the current one of the name from the sending of the request to its answer. */
function isSurelyCurrent(
  log: ModelLog,
  { resource, name, start, end }: ObjectWrite | Delete,
  version: number | undefined,
  uid: string | undefined,
): boolean {
  const held = version === undefined ? undefined : log.at(version)
  if (!held || held.resource !== resource || held.name !== name || held.type === 'DELETED') return false
  if (uid !== undefined && uid !== held.object.uid) return false
  return held.span.end < start && (held.after === undefined || held.after.span.start > end)
}

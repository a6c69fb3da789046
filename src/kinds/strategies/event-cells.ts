import type { Cell } from '../../core/resource-definition.ts'
import { ageOf } from '../views/table/human-duration.ts'
import type { Event } from './event-object.ts'

/** The columns that `kubectl get events` shows. */
export const eventCells: Readonly<Record<string, Cell>> = {
  'Last Seen': lastSeen,
  Type: (event: Event) => event.type ?? '',
  Reason: (event: Event) => event.reason ?? '',
  Object: about,
  Subobject: (event: Event) => event.involvedObject?.fieldPath ?? '',
  Source: source,
  Message: (event: Event) => (event.message ?? '').trim(),
  'First Seen': firstSeen,
  Count: (event: Event) => event.series?.count ?? (event.series ? 0 : event.count || 1),
}

function firstSeen(event: Event, now: number): string {
  return ageOf(event.firstTimestamp ?? event.eventTime, now)
}

function lastSeen(event: Event, now: number): string {
  if (event.series) return ageOf(event.series.lastObservedTime, now)
  return event.lastTimestamp ? ageOf(event.lastTimestamp, now) : firstSeen(event, now)
}

function about({ involvedObject }: Event): string {
  const kind = (involvedObject?.kind ?? '').toLowerCase()
  return involvedObject?.name ? `${kind}/${involvedObject.name}` : kind
}

function source(event: Event): string {
  const component = event.source?.component || event.reportingComponent || ''
  const host = event.source?.host || event.reportingInstance
  return host ? `${component}, ${host}` : component
}

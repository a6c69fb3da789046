import { ageOf } from '../human-duration.ts'
import type { Event } from '../../strategies/event.ts'
import type { Cell, Printer } from './metadata-cells.ts'

const CELLS: Record<string, Cell<Event>> = {
  'Last Seen': lastSeen,
  Type: (event) => event.type ?? '',
  Reason: (event) => event.reason ?? '',
  Object: about,
  Subobject: (event) => event.involvedObject?.fieldPath ?? '',
  Source: source,
  Message: (event) => (event.message ?? '').trim(),
  'First Seen': firstSeen,
  Count: (event) => event.series?.count ?? (event.series ? 0 : event.count || 1),
}

export const eventPrinter: Printer = new Map(Object.entries(CELLS) as [string, Cell][])

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

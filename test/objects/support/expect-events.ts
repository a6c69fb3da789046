import { expect } from 'vitest'
import { nameOf, revisionOf, type WatchEvent } from './event-inbox.ts'

/** That versions rise, and nothing is missing or doubled. */
export function expectAll(events: WatchEvent[], names: string[]): void {
  expect(events.map(nameOf)).toEqual(names)
  const revisions = events.map(revisionOf)
  expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b))
}

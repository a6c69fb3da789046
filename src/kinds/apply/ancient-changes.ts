import { union } from '../../core/fields/field-set.ts'
import { compareTexts } from '../../core/fields/values.ts'
import { isSameManager, type ManagedEntry, type ManagerIdentity, newEntry } from './managed-fields.ts'

const MAX_UPDATERS = 10
const ANCIENT = 'ancient-changes'

/**
 * Bounds how many updaters an object remembers: of more than ten, those that moved longest ago are put together, per API
 * version, under a name of their own. `writer` is kept.
 */
export function capUpdaters(entries: ManagedEntry[], writer: ManagerIdentity): ManagedEntry[] {
  const updaters = entries.filter(({ operation }) => operation === 'Update')
  let surplus = updaters.length - MAX_UPDATERS
  if (surplus <= 0) return entries
  const oldest = updaters
    .filter((entry) => isAncient(entry) || !isSameManager(entry, writer))
    .sort((a, b) => Number(isAncient(b)) - Number(isAncient(a)) || compareAges(a, b))
  const merged = new Map<string, ManagedEntry>()
  const gone = new Set<ManagedEntry>()
  for (const entry of oldest) {
    if (surplus <= 0) break
    const before = merged.get(entry.apiVersion)
    if (before) surplus--
    merged.set(entry.apiVersion, before ? putTogether(before, entry) : entry)
    gone.add(entry)
  }
  return [...entries.filter((entry) => !gone.has(entry)), ...merged.values()]
}

const isAncient = (entry: ManagedEntry) => entry.manager === ANCIENT && entry.subresource === ''

const compareAges = (a: ManagedEntry, b: ManagedEntry) =>
  compareTexts(a.time ?? '', b.time ?? '') || compareTexts(a.manager, b.manager)

const putTogether = (older: ManagedEntry, newer: ManagedEntry): ManagedEntry =>
  newEntry(
    { manager: ANCIENT, operation: 'Update', apiVersion: newer.apiVersion, subresource: '' },
    union(older.fields, newer.fields),
    compareTexts(older.time ?? '', newer.time ?? '') > 0 ? older.time : newer.time,
  )

import { unionOf } from '../../core/fields/field-set.ts'
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
  const byVersion = new Map<string, ManagedEntry[]>()
  for (const entry of oldest) {
    if (surplus <= 0) break
    const others = byVersion.get(entry.apiVersion)
    if (others) others.push(entry)
    else byVersion.set(entry.apiVersion, [entry])
    if (others) surplus--
  }
  const together = [...byVersion.values()].filter((group) => group.length > 1)
  const gone = new Set(together.flat())
  return [...entries.filter((entry) => !gone.has(entry)), ...together.map(putTogether)]
}

const isAncient = (entry: ManagedEntry) => entry.manager === ANCIENT && entry.subresource === ''

const compareAges = (a: ManagedEntry, b: ManagedEntry) =>
  compareTexts(a.time ?? '', b.time ?? '') || compareTexts(a.manager, b.manager)

const putTogether = (group: ManagedEntry[]): ManagedEntry =>
  newEntry(
    { manager: ANCIENT, operation: 'Update', apiVersion: group[0]!.apiVersion, subresource: '' },
    unionOf(group.map(({ fields }) => fields)),
    group.map(({ time }) => time).reduce((a, b) => (compareTexts(a ?? '', b ?? '') < 0 ? b : a)),
  )

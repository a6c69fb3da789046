import type { FieldSet } from '../../core/fields/field-set.ts'
import type { PathElement } from '../../core/fields/path.ts'
import { sortElements } from '../../core/fields/path.ts'
import { formatPath } from '../../core/fields/path-text.ts'
import { compareTexts } from '../../core/fields/values.ts'
import { StatusError } from '../../core/errors/status-error.ts'
import type { ManagedEntry } from './managed-fields.ts'

/** Fields that an apply would change and another manager owns. */
export interface Conflict {
  readonly owner: ManagedEntry
  readonly fields: FieldSet
}

/** More are counted, not told: the answer must not grow far beyond the request. */
const MAX_TOLD = 1000
const MAX_TOLD_CHARACTERS = 200_000

/** 409 that names each owner and field. */
export function applyConflict(conflicts: readonly Conflict[]): StatusError {
  const sorted = conflicts.toSorted((a, b) => compareOwners(a.owner, b.owner))
  const total = sorted.reduce((sum, { fields }) => sum + countPaths(fields), 0)
  const told = tell(sorted)
  const causes = told.flatMap(({ owner, paths }) =>
    paths.map((field) => ({
      reason: 'FieldManagerConflict',
      message: `conflict with ${describe(owner)}`,
      field,
    })),
  )
  const [first] = causes
  const message =
    total === 1 && first
      ? `Apply failed with 1 conflict: ${first.message}: ${first.field}`
      : `Apply failed with ${total} conflicts: ${told.map(lines).join('\n')}`
  return new StatusError('Conflict', message, { causes })
}

const lines = ({ owner, paths }: { owner: ManagedEntry; paths: string[] }) =>
  [`conflicts with ${describe(owner)}:`, ...paths.map((path) => `- ${path}`)].join('\n')

/** An updater is named with its API version, an applier by its name alone. */
function describe({ manager, operation, apiVersion, subresource }: ManagedEntry): string {
  const name = JSON.stringify(manager) + (subresource ? ` with subresource ${JSON.stringify(subresource)}` : '')
  return operation === 'Update' ? `${name} using ${apiVersion}` : name
}

const compareOwners = (a: ManagedEntry, b: ManagedEntry) =>
  compareTexts(a.manager, b.manager) ||
  compareTexts(a.operation, b.operation) ||
  compareTexts(a.apiVersion, b.apiVersion) ||
  compareTexts(a.subresource, b.subresource)

function tell(conflicts: readonly Conflict[]): { owner: ManagedEntry; paths: string[] }[] {
  let count = 0
  let characters = 0
  return conflicts.flatMap(({ owner, fields }) => {
    const paths: string[] = []
    for (const path of pathsIn(fields, [])) {
      if (count >= MAX_TOLD || characters > MAX_TOLD_CHARACTERS) break
      const text = formatPath(path)
      paths.push(text)
      count++
      characters += text.length + owner.manager.length
    }
    return paths.length > 0 ? [{ owner, paths }] : []
  })
}

/** Each path of the set, in order. The array is used again: take what you need of it. */
function* pathsIn(set: FieldSet, path: PathElement[]): Iterable<readonly PathElement[]> {
  for (const element of sortElements(set.children.keys())) {
    const child = set.children.get(element)!
    path.push(element)
    if (child.owned) yield path
    yield* pathsIn(child, path)
    path.pop()
  }
}

function countPaths(set: FieldSet): number {
  let count = set.owned ? 1 : 0
  for (const child of set.children.values()) count += countPaths(child)
  return count
}

import type { Column, ResourceDefinition } from '../../../core/resource-definition.ts'
import type { Json, KubernetesObject } from '../../../wire/object.ts'
import { metadataCells } from './metadata-cells.ts'

/** A column as a Table tells it. */
export interface ColumnDefinition {
  name: string
  type: string
  format: string
  description: string
  /** above 0: shown with `-o wide` only */
  priority: number
}

/** What every kind without columns of its own shows. */
const DEFAULT_COLUMNS: readonly Column[] = [
  { name: 'Name', type: 'string', format: 'name' },
  { name: 'Created At', type: 'date' },
]

const METADATA_DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  ['Name', 'metadata.name: unique among the objects of this kind in its namespace'],
  ['Age', 'how long ago the object was created (metadata.creationTimestamp)'],
  ['Created At', 'when the object was created (metadata.creationTimestamp)'],
])

const columnsOf = (definition: ResourceDefinition) => (definition.columns.length ? definition.columns : DEFAULT_COLUMNS)

export const columnDefinitions = (definition: ResourceDefinition): ColumnDefinition[] =>
  columnsOf(definition).map(({ name, type, format = '', description, priority = 0 }) => ({
    name,
    type,
    format,
    description: description ?? METADATA_DESCRIPTIONS.get(name) ?? `${name} of the ${definition.kind}`,
    priority,
  }))

/** The cells of one object, in the order of the columns. `now` is in milliseconds since the epoch. */
export function tableRow(definition: ResourceDefinition, object: KubernetesObject, now: number): { cells: Json[] } {
  const own = definition.strategy.cells
  const cells = columnsOf(definition).map(({ name }) => {
    const cell = Object.hasOwn(own, name) ? own[name] : metadataCells.get(name)
    return cell ? cell(object, now) : null
  })
  return { cells }
}

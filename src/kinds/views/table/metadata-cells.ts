import type { Cell } from '../../../core/resource-definition.ts'
import { ageOf } from './human-duration.ts'

/** Columns that mean the same for every kind. */
export const metadataCells: ReadonlyMap<string, Cell> = new Map<string, Cell>([
  ['Name', ({ metadata }) => metadata.name ?? ''],
  ['Age', ({ metadata }, now) => ageOf(metadata.creationTimestamp, now)],
  ['Created At', ({ metadata }) => metadata.creationTimestamp ?? null],
])

import type { Json, KubernetesObject } from '../../../wire/object.ts'
import { ageOf } from '../human-duration.ts'

/** The value of one cell. `now` is in milliseconds since the epoch. */
export type Cell<T extends KubernetesObject = KubernetesObject> = (object: T, now: number) => Json
/** Cells by the name of their column. */
export type Printer = ReadonlyMap<string, Cell>

/** Columns that mean the same for every kind. */
export const metadataCells: Printer = new Map<string, Cell>([
  ['Name', ({ metadata }) => metadata.name ?? ''],
  ['Age', ({ metadata }, now) => ageOf(metadata.creationTimestamp, now)],
  ['Created At', ({ metadata }) => metadata.creationTimestamp ?? null],
])

import type { ObjectText } from '../../core/object-text.ts'
import type { Revision } from '../../core/revision.ts'

/** A current object as stored; `labels` and `fields` are JSON texts, empty where there are none. */
export interface StoredObject {
  revision: Revision
  labels: string
  fields: string
  body: ObjectText
}

/** What a watch sees of one accepted change. */
export interface Change extends StoredObject {
  resource: string
  name: string
  event: ChangeKind
  /** the version before; absent for a creation */
  previous?: Omit<StoredObject, 'body'> & { body?: ObjectText | undefined }
}

export const ChangeKind = { created: 0, modified: 1, deleted: 2 } as const
export type ChangeKind = (typeof ChangeKind)[keyof typeof ChangeKind]

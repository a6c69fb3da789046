import type { ObjectMeta, OwnerReference } from '../../src/wire/object.ts'
import type { ApiBody } from './client.ts'

/** Objects as clients write them. `more` is metadata beside the name. */
export const configMap = (name: string, data: Record<string, string> = {}, more: ObjectMeta = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more },
  data,
})

export const secret = (name: string, content: Record<string, unknown> = {}) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  ...content,
})

export const serviceAccount = (name: string) => ({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } })

export const namespaceObject = (name: string, labels?: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, ...(labels ? { labels } : {}) },
})

export const lease = (name: string, spec: Record<string, unknown> = {}, more: ObjectMeta = {}) => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name, ...more },
  spec,
})

/** An Event about the ConfigMap `about` in the same namespace. */
export const eventObject = (name: string, namespace: string, about = 'a', more: Record<string, unknown> = {}) => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name },
  involvedObject: { kind: 'ConfigMap', namespace, name: about },
  reason: 'Tested',
  message: 'a message',
  type: 'Normal',
  count: 1,
  ...more,
})

/** A reference to an object as its owner. */
export const ownerOf = (object: ApiBody, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: object.apiVersion!,
  kind: object.kind!,
  name: object.metadata.name!,
  uid: object.metadata.uid!,
  ...more,
})

export const deleteOptions = (options: Record<string, unknown>) => ({
  apiVersion: 'v1',
  kind: 'DeleteOptions',
  ...options,
})

/** The same object with other data, for the next PUT. */
export const withData = (object: ApiBody, data: Record<string, string>): ApiBody => ({ ...object, data })

export const withMeta = (object: ApiBody, metadata: ObjectMeta): ApiBody => ({
  ...object,
  metadata: { ...object.metadata, ...metadata },
})

export const withoutVersion = (object: ApiBody): ApiBody => withMeta(object, { resourceVersion: undefined })

export const versionIn = (body: ApiBody): bigint => BigInt(body.metadata.resourceVersion ?? '0')

/** Names in a list, in its order. */
export const namesIn = (list: ApiBody): string[] => (list.items ?? []).map((item) => item.metadata.name ?? '')

import { type FieldError, invalid } from '../../core/errors/field-error.ts'
import { qualifiedName } from '../../core/metadata/names.ts'
import type { Strategy } from '../../core/resource-definition.ts'
import { NAMESPACE_NAME_LABEL } from '../../wire/names.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { sortedMap } from '../decode/sorted-map.ts'
import { plainStrategy } from './plain.ts'

export interface Namespace extends KubernetesObject {
  spec?: { finalizers?: string[] }
  status?: { phase?: string; conditions?: unknown[] }
}

/** Keeps a namespace until its content is gone. */
export const KUBERNETES_FINALIZER = 'kubernetes'
/** Without these no client works: a deletion would leave a cluster that nothing can be done in. */
const PROTECTED = new Set(['default', 'kube-system', 'kube-public'])
const STANDARD_FINALIZERS = new Set([KUBERNETES_FINALIZER, 'orphan', 'foregroundDeletion'])

/** The name must be complete: a generated one is made before. */
export const namespaceStrategy: Strategy = {
  ...plainStrategy,

  /** A name that is generated later is not known yet. */
  defaults: (object: Namespace) => (object.metadata.name ? withNameLabel(object) : object),

  prepareForCreate(object: Namespace) {
    const finalizers = object.spec?.finalizers ?? []
    const all = finalizers.includes(KUBERNETES_FINALIZER) ? finalizers : [...finalizers, KUBERNETES_FINALIZER]
    return { ...withNameLabel(object), spec: { finalizers: all }, status: { phase: 'Active' } }
  },

  /** `spec` changes through /finalize and `status` through /status alone. */
  prepareForUpdate: (object: Namespace, current: Namespace) => ({
    ...withNameLabel(object),
    spec: current.spec ?? {},
    status: current.status ?? {},
  }),

  resetFields: ['status'],

  subresources: {
    /** Metadata can be changed along with the status, as in Kubernetes. */
    status: {
      prepareForUpdate: (object: Namespace, current: Namespace) => ({
        ...withNameLabel(object),
        spec: current.spec ?? {},
        status: object.status ?? {},
      }),
      resetFields: ['spec'],
    },
    /** It only ever takes a finalizer away or adds one, and so needs no version, as in Kubernetes. */
    finalize: {
      unconditionalUpdate: true,
      prepareForUpdate: (object: Namespace, current: Namespace) => ({
        ...withNameLabel(object),
        spec: object.spec ?? {},
        status: current.status ?? {},
      }),
      resetFields: ['status'],
    },
  },

  /** Content is deleted first: the phase tells so, and the finalizers in the spec hold the Namespace back. */
  markDeleted: (object: Namespace) => ({ ...object, status: { ...object.status, phase: 'Terminating' } }),
  isHeldBack: (object: Namespace) => (object.spec?.finalizers ?? []).length > 0,
  undeletable: (name) => (PROTECTED.has(name) ? 'this namespace may not be deleted' : undefined),

  validate: (object: Namespace) => (object.spec?.finalizers ?? []).flatMap(finalizerErrors),

  selectableFields: { 'status.phase': phaseOf },
  cells: { Status: phaseOf },
}

function phaseOf({ status }: Namespace): string {
  return status?.phase ?? ''
}

function withNameLabel(object: Namespace): Namespace {
  const { name = '', labels } = object.metadata
  return {
    ...object,
    metadata: { ...object.metadata, labels: sortedMap({ ...labels, [NAMESPACE_NAME_LABEL]: name }) },
  }
}

function finalizerErrors(name: string, index: number): FieldError[] {
  const field = `spec.finalizers[${index}]`
  const faults = qualifiedName(name)
  if (faults.length) return faults.map((fault) => invalid(field, name, fault))
  if (name.includes('/') || STANDARD_FINALIZERS.has(name)) return []
  return [invalid(field, name, 'name is neither a standard finalizer name nor is it fully qualified')]
}

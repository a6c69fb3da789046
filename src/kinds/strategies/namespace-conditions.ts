import { formatTime } from '../../core/time.ts'
import type { Namespace } from './namespace.ts'

/** What a namespace that is being deleted still holds. */
export interface Remaining {
  /** objects by resource and group, such as `configmaps.` or `leases.coordination.k8s.io` */
  resources: Record<string, number>
  /** objects by the finalizer that holds them */
  finalizers: Record<string, number>
}

interface Condition {
  type: string
  status: 'True' | 'False'
  lastTransitionTime: string
  reason: string
  message: string
}

const FINE: Omit<Condition, 'lastTransitionTime'>[] = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    status: 'False',
    reason: 'ResourcesDiscovered',
    message: 'All resources successfully discovered',
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    status: 'False',
    reason: 'ParsedGroupVersions',
    message: 'All legacy kube types successfully parsed',
  },
  {
    type: 'NamespaceDeletionContentFailure',
    status: 'False',
    reason: 'ContentDeleted',
    message: 'All content successfully deleted, may be waiting on finalization',
  },
]

/** A Namespace whose conditions say what is left in it and which finalizers hold it (N14). */
export function withRemaining(namespace: Namespace, remaining: Remaining, nowMs: number): Namespace {
  const before = new Map(
    ((namespace.status?.conditions ?? []) as Condition[]).map((condition) => [condition.type, condition]),
  )
  const conditions = [...FINE, contentRemaining(remaining.resources), finalizersRemaining(remaining.finalizers)].map(
    (condition) => {
      const known = before.get(condition.type)
      const since = known?.status === condition.status ? known.lastTransitionTime : formatTime(nowMs)
      const { type, status, reason, message } = condition
      return { type, status, lastTransitionTime: since, reason, message }
    },
  )
  return { ...namespace, status: { ...namespace.status, conditions } }
}

function contentRemaining(resources: Remaining['resources']): Omit<Condition, 'lastTransitionTime'> {
  const type = 'NamespaceContentRemaining'
  const left = counted(resources, (resource, count) => `${resource} has ${count} resource instances`)
  return left
    ? { type, status: 'True', reason: 'SomeResourcesRemain', message: `Some resources are remaining: ${left}` }
    : { type, status: 'False', reason: 'ContentRemoved', message: 'All content successfully removed' }
}

function finalizersRemaining(finalizers: Remaining['finalizers']): Omit<Condition, 'lastTransitionTime'> {
  const type = 'NamespaceFinalizersRemaining'
  const left = counted(finalizers, (finalizer, count) => `${finalizer} in ${count} resource instances`)
  const message = `Some content in the namespace has finalizers remaining: ${left}`
  return left
    ? { type, status: 'True', reason: 'SomeFinalizersRemain', message }
    : { type, status: 'False', reason: 'ContentHasNoFinalizers', message: 'All content-preserving finalizers finished' }
}

const counted = (counts: Record<string, number>, text: (name: string, count: number) => string) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => text(name, count))
    .join(', ')

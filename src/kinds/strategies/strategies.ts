import type { Strategy } from '../../core/resource-definition.ts'
import { configMapStrategy } from './config-map.ts'
import { eventStrategy } from './event.ts'
import { leaseStrategy } from './lease.ts'
import { namespaceStrategy } from './namespace.ts'
import { plainStrategy } from './plain.ts'
import { secretStrategy } from './secret.ts'
import { serviceAccountStrategy } from './service-account.ts'
import { accessReviewStrategy, rulesReviewStrategy, selfReviewStrategy } from './reviews.ts'

/** The kinds that do something beyond their shape. */
const STRATEGIES: ReadonlyMap<string, Strategy> = new Map([
  ['configmaps', configMapStrategy],
  ['events', eventStrategy],
  ['namespaces', namespaceStrategy],
  ['secrets', secretStrategy],
  ['serviceaccounts', serviceAccountStrategy],
  ['leases.coordination.k8s.io', leaseStrategy],
  ['selfsubjectreviews.authentication.k8s.io', selfReviewStrategy],
  ['selfsubjectrulesreviews.authorization.k8s.io', rulesReviewStrategy],
  ['selfsubjectaccessreviews.authorization.k8s.io', accessReviewStrategy],
])

export const strategyOf = (groupResource: string): Strategy => STRATEGIES.get(groupResource) ?? plainStrategy

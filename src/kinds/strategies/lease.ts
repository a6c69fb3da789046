import { invalid } from '../../core/errors/field-error.ts'
import type { Strategy } from '../../core/resource-definition.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { plainStrategy } from './plain.ts'

interface Lease extends KubernetesObject {
  spec?: { holderIdentity?: string; leaseDurationSeconds?: number; leaseTransitions?: number }
}

export const leaseStrategy: Strategy = {
  ...plainStrategy,
  cells: { Holder: ({ spec }: Lease) => spec?.holderIdentity ?? '' },

  validate(object: Lease) {
    const { leaseDurationSeconds: duration, leaseTransitions: transitions } = object.spec ?? {}
    return [
      ...(duration !== undefined && duration <= 0
        ? [invalid('spec.leaseDurationSeconds', duration, 'must be greater than 0')]
        : []),
      ...(transitions !== undefined && transitions < 0
        ? [invalid('spec.leaseTransitions', transitions, 'must be greater than or equal to 0')]
        : []),
    ]
  },
}

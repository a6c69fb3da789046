import { badRequest } from '../../core/errors/status-error.ts'
import { invalid } from '../../core/errors/field-error.ts'
import type { Asker, Strategy } from '../../core/resource-definition.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { plainStrategy } from './plain.ts'

/** Questions: each is answered about the user who asks, and nothing is stored. */

interface AccessReview extends KubernetesObject {
  spec?: { resourceAttributes?: unknown; nonResourceAttributes?: unknown }
}

interface RulesReview extends KubernetesObject {
  spec?: { namespace?: string }
}

export const accessReviewStrategy: Strategy = {
  ...plainStrategy,

  validate: (object: AccessReview) =>
    Boolean(object.spec?.resourceAttributes) === Boolean(object.spec?.nonResourceAttributes)
      ? [invalid('spec', null, 'exactly one of nonResourceAttributes or resourceAttributes must be specified')]
      : [],

  answer: ({ mayDoAll }) => ({
    status: mayDoAll
      ? { allowed: true }
      : { allowed: false, reason: 'only members of system:masters may do anything yet' },
  }),
}

export const selfReviewStrategy: Strategy = {
  ...plainStrategy,
  answer: ({ name, groups }) => ({ status: { userInfo: { username: name, groups } } }),
}

export const rulesReviewStrategy: Strategy = {
  ...plainStrategy,

  answer(asker, object: RulesReview) {
    if (!object.spec?.namespace) throw badRequest('no namespace on request')
    return { spec: {}, status: rulesOf(asker) }
  },
}

const rulesOf = ({ mayDoAll }: Asker): object => ({
  resourceRules: mayDoAll ? [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }] : [],
  nonResourceRules: mayDoAll ? [{ verbs: ['*'], nonResourceURLs: ['*'] }] : [],
  incomplete: false,
})

import { invalid } from '../../core/errors/field-error.ts'
import type { Strategy } from '../../core/resource-definition.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { plainStrategy } from './plain.ts'

interface AccessReview extends KubernetesObject {
  spec?: { resourceAttributes?: unknown; nonResourceAttributes?: unknown }
}

/** The Status about such a review names the group alone, without the kind. */
export const accessReviewStrategy: Strategy = {
  ...plainStrategy,

  validate: (object: AccessReview) =>
    Boolean(object.spec?.resourceAttributes) === Boolean(object.spec?.nonResourceAttributes)
      ? [invalid('spec', null, 'exactly one of nonResourceAttributes or resourceAttributes must be specified')]
      : [],
}

import type { Strategy } from '../../core/resource-definition.ts'

/** A kind that is nothing but its shape; the others change single functions of it. */
export const plainStrategy: Strategy = {
  prepareForCreate: (object) => object,
  prepareForUpdate: (object) => object,
  validate: () => [],
  validateUpdate: () => [],
  resetFields: [],
  selectableFields: {},
  cells: {},
}

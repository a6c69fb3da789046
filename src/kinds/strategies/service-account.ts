import type { Strategy } from '../../core/resource-definition.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { plainStrategy } from './plain.ts'

interface ServiceAccount extends KubernetesObject {
  secrets?: { name?: string }[]
}

export const serviceAccountStrategy: Strategy = {
  ...plainStrategy,
  prepareForCreate: withNamesAlone,
  prepareForUpdate: withNamesAlone,
}

/** A Secret is one of the same namespace: of the reference its name is kept. */
function withNamesAlone(account: ServiceAccount): ServiceAccount {
  const { secrets } = account
  return secrets ? { ...account, secrets: secrets.map(({ name }) => (name ? { name } : {})) } : account
}

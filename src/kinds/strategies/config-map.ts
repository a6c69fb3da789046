import { invalid, tooLong } from '../../core/errors/field-error.ts'
import { byteLength } from '../../core/json/json.ts'
import type { Strategy } from '../../core/resource-definition.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { decodedLength } from '../decode/base64.ts'
import { entries, frozenFieldErrors, keyErrors, MAX_DATA_BYTES } from './data-keys.ts'
import { plainStrategy } from './plain.ts'

interface ConfigMap extends KubernetesObject {
  immutable?: boolean
  data?: Record<string, string>
  binaryData?: Record<string, string>
}

export const configMapStrategy: Strategy = {
  ...plainStrategy,

  validate(object: ConfigMap) {
    const { data = {}, binaryData = {} } = object
    const doubled = Object.keys(data)
      .filter((key) => Object.hasOwn(binaryData, key))
      .map((key) => invalid(`data[${key}]`, key, 'duplicate of key present in binaryData'))
    const size =
      Object.values(data).reduce((sum, text) => sum + byteLength(text), 0) +
      Object.values(binaryData).reduce((sum, text) => sum + decodedLength(text), 0)
    return [
      ...keyErrors('data', data),
      ...doubled,
      ...keyErrors('binaryData', binaryData),
      ...(size > MAX_DATA_BYTES ? [tooLong('[]', MAX_DATA_BYTES)] : []),
    ]
  },

  cells: { Data: ({ data, binaryData }: ConfigMap) => entries(data) + entries(binaryData) },

  validateUpdate: (object: ConfigMap, current: ConfigMap) => frozenFieldErrors(object, current, ['data', 'binaryData']),
}

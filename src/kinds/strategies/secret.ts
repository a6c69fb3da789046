import { type FieldError, invalid, required, tooLong } from '../../core/errors/field-error.ts'
import type { Strategy } from '../../core/resource-definition.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { decodedLength, textFromBase64, textToBase64 } from '../decode/base64.ts'
import { sortedMap } from '../decode/sorted-map.ts'
import { entries, frozenFieldErrors, keyErrors, MAX_DATA_BYTES } from './data-keys.ts'
import { plainStrategy } from './plain.ts'

interface Secret extends KubernetesObject {
  immutable?: boolean
  data?: Record<string, string>
  stringData?: Record<string, string>
  type?: string
}

const DEFAULT_TYPE = 'Opaque'
const SERVICE_ACCOUNT_NAME = 'kubernetes.io/service-account.name'

const has = (secret: Secret, key: string) => Object.hasOwn(secret.data ?? {}, key)
const isFilled = (secret: Secret, key: string) => has(secret, key) && secret.data?.[key] !== ''
const dataField = (key: string) => `data[${key}]`

/** What a type of Secret asks of its content. */
const TYPE_RULES: ReadonlyMap<string, (secret: Secret) => FieldError[]> = new Map([
  ['kubernetes.io/dockercfg', (s: Secret) => jsonDocument(s, '.dockercfg')],
  ['kubernetes.io/dockerconfigjson', (s: Secret) => jsonDocument(s, '.dockerconfigjson')],
  [
    'kubernetes.io/basic-auth',
    (s: Secret) =>
      has(s, 'username') || has(s, 'password') ? [] : ['username', 'password'].map((k) => required(dataField(k))),
  ],
  [
    'kubernetes.io/ssh-auth',
    (s: Secret) => (isFilled(s, 'ssh-privatekey') ? [] : [required(dataField('ssh-privatekey'))]),
  ],
  [
    'kubernetes.io/tls',
    (s: Secret) => ['tls.crt', 'tls.key'].filter((key) => !has(s, key)).map((key) => required(dataField(key))),
  ],
  [
    'kubernetes.io/service-account-token',
    ({ metadata: { annotations = {} } }: Secret) =>
      Object.hasOwn(annotations, SERVICE_ACCOUNT_NAME) && annotations[SERVICE_ACCOUNT_NAME]
        ? []
        : [required(`metadata.annotations[${SERVICE_ACCOUNT_NAME}]`)],
  ],
])

export const secretStrategy: Strategy = {
  ...plainStrategy,
  defaults: complete,
  prepareForCreate: complete,
  prepareForUpdate: complete,

  validate(object: Secret) {
    const data = object.data ?? {}
    const size = Object.values(data).reduce((sum, text) => sum + decodedLength(text), 0)
    return [
      ...keyErrors('data', data),
      ...(size > MAX_DATA_BYTES ? [tooLong('data', MAX_DATA_BYTES)] : []),
      ...(TYPE_RULES.get(object.type ?? '')?.(object) ?? []),
    ]
  },

  validateUpdate: (object: Secret, current: Secret) => [
    ...(object.type === current.type ? [] : [invalid('type', object.type, 'field is immutable')]),
    ...frozenFieldErrors(object, current, ['data']),
  ],

  selectableFields: { type: typeOf },
  cells: { Type: typeOf, Data: ({ data }: Secret) => entries(data) },
}

function typeOf({ type }: Secret): string {
  return type ?? ''
}

/** `stringData` is write-only: it goes into `data` and wins there. */
function complete(object: Secret): Secret {
  const { stringData, data, type, ...rest } = object
  const added = Object.entries(stringData ?? {}).map(([key, text]): [string, string] => [key, textToBase64(text)])
  const merged = added.length ? sortedMap({ ...data, ...Object.fromEntries(added) }) : data
  return { ...rest, ...(merged ? { data: merged } : {}), type: type || DEFAULT_TYPE }
}

function jsonDocument(secret: Secret, key: string): FieldError[] {
  if (!has(secret, key)) return [required(dataField(key))]
  try {
    JSON.parse(textFromBase64(secret.data?.[key] ?? ''))
    return []
  } catch {
    return [invalid(dataField(key), '<secret contents redacted>', 'must be a JSON document')]
  }
}

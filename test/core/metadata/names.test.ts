import { describe, expect, it } from 'vitest'
import {
  type TextCheck,
  checkGenerateName,
  checkName,
  configKey,
  dns1123Label,
  dns1123Subdomain,
  labelValue,
  pathSegment,
  qualifiedName,
} from '../../../src/core/metadata/names.ts'

const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const KEY_FORM =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
const CONFIG_KEY =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
const EMPTY = 'must be non-empty'

const x = (length: number) => 'x'.repeat(length)

const table: [string, TextCheck, [text: string, errors: string[]][]][] = [
  [
    'subdomain',
    dns1123Subdomain,
    [
      ['a', []],
      ['a-b.c9.0', []],
      [x(253), []],
      [x(254), ['must be no more than 253 characters']],
      ['UPPER', [SUBDOMAIN]],
      ['-a', [SUBDOMAIN]],
      ['a-', [SUBDOMAIN]],
      ['a..b', [SUBDOMAIN]],
      ['a_b', [SUBDOMAIN]],
      ['a/b', [SUBDOMAIN]],
      ['a\n', [SUBDOMAIN]],
      ['', [SUBDOMAIN]],
      ['é', [SUBDOMAIN]],
      ['__proto__', [SUBDOMAIN]],
      [`${x(260)}!`, ['must be no more than 253 characters', SUBDOMAIN]],
    ],
  ],
  [
    'label',
    dns1123Label,
    [
      ['kube-system', []],
      [x(63), []],
      [x(64), ['must be no more than 63 characters']],
      ['a.b', ['must not contain dots']],
      ['Bad_Name', [LABEL]],
    ],
  ],
  [
    'path segment',
    pathSegment,
    [
      ['system:admin', []],
      ['.', ["may not be '.'"]],
      ['..', ["may not be '..'"]],
      ['...', []],
      ['a/b%c', ["may not contain '/'", "may not contain '%'"]],
    ],
  ],
  [
    'qualified name',
    qualifiedName,
    [
      ['a', []],
      ['example.com/Name_1.x', []],
      [`example.com/${x(63)}`, []],
      [x(64), ['name part must be no more than 63 bytes']],
      ['bad key!', [`name part ${KEY_FORM}`]],
      ['', [`name part ${EMPTY}`, `name part ${KEY_FORM}`]],
      ['/', [`prefix part ${EMPTY}`, `name part ${EMPTY}`, `name part ${KEY_FORM}`]],
      ['/a', [`prefix part ${EMPTY}`]],
      ['UP.example/x', [`prefix part ${SUBDOMAIN}`]],
      [
        'a/b/c',
        [`a valid label key ${KEY_FORM} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`],
      ],
    ],
  ],
  [
    'label value',
    labelValue,
    [
      ['', []],
      ['My_value.1', []],
      ['v'.repeat(63), []],
      ['v'.repeat(64), ['must be no more than 63 bytes']],
      ['bad value!', [VALUE]],
      ['-x', [VALUE]],
    ],
  ],
  [
    'config key',
    configKey,
    [
      ['key.name', []],
      ['.hidden', []],
      ['..', ["must not be '..'"]],
      ['.', ["must not be '.'"]],
      ['..a', ["must not start with '..'"]],
      ['bad key!', [CONFIG_KEY]],
      ['', [CONFIG_KEY]],
      [x(254), ['must be no more than 253 characters']],
      ['__proto__', []],
    ],
  ],
]

describe.each(table)('%s', (_name, check, vectors) => {
  it.each(vectors)('%j', (text, errors) => {
    expect(check(text)).toEqual(errors)
  })
})

describe('names of kinds', () => {
  it('follow the rule of the kind', () => {
    expect(checkName('subdomain', 'a.b')).toEqual([])
    expect(checkName('label', 'a.b')).toEqual(['must not contain dots'])
    expect(checkName('path-segment', 'A:b')).toEqual([])
  })

  it.each([
    ['subdomain', 'gen-', []],
    ['subdomain', 'Bad_', [SUBDOMAIN]],
    ['subdomain', '-', [SUBDOMAIN]],
    ['subdomain', 'a.-', []],
    ['subdomain', 'x'.repeat(253), []],
    ['label', 'a.b-', ['must not contain dots']],
    ['path-segment', '..', []],
    ['path-segment', 'a/', ["may not contain '/'"]],
  ] as const)('before a generated suffix: %s %j', (rule, prefix, errors) => {
    expect(checkGenerateName(rule, prefix)).toEqual(errors)
  })

  it('are checked in a time that grows with their length alone', () => {
    const long = `${'a-'.repeat(500_000)}!`
    expect(dns1123Subdomain(long)).toHaveLength(2)
    expect(qualifiedName(long)).toHaveLength(2)
  })
})

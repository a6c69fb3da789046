import type { NameRule } from '../resource-definition.ts'

/** What is wrong with a text, in the words Kubernetes clients know; empty = nothing. */
export type TextCheck = (text: string) => string[]

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const LABEL_VALUE = `(${QUALIFIED})?`
const CONFIG_KEY = '[-._a-zA-Z0-9]+'

interface Form {
  pattern: RegExp
  /** the rule, the examples and the pattern in one sentence */
  message: string
}

const form = (rule: string, pattern: string, ...examples: string[]): Form => ({
  pattern: new RegExp(`^${pattern}$`),
  message: `${rule} (e.g. ${examples.map((e) => `'${e}'`).join(',  or ')}, regex used for validation is '${pattern}')`,
})

const ENDS = 'and must start and end with an alphanumeric character'
const labelForm = form(
  `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', ${ENDS}`,
  LABEL,
  'my-name',
  '123-abc',
)
const subdomainForm = form(
  `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${ENDS}`,
  SUBDOMAIN,
  'example.com',
)
const qualifiedForm = form(
  `must consist of alphanumeric characters, '-', '_' or '.', ${ENDS}`,
  QUALIFIED,
  'MyName',
  'my.name',
  '123-abc',
)
const labelValueForm = form(
  `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ${ENDS}`,
  LABEL_VALUE,
  'MyValue',
  'my_value',
  '12345',
)
const configKeyForm = form(
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  CONFIG_KEY,
  'key.name',
  'KEY_NAME',
  'key-name',
)

const atMost = (max: number, text: string, unit: 'characters' | 'bytes') =>
  text.length > max ? [`must be no more than ${max} ${unit}`] : []
const matching = ({ pattern, message }: Form, text: string) => (pattern.test(text) ? [] : [message])
const prefixed = (part: string, messages: string[]) => messages.map((m) => `${part} part ${m}`)

export const dns1123Subdomain: TextCheck = (text) => [
  ...atMost(253, text, 'characters'),
  ...matching(subdomainForm, text),
]

export const dns1123Label: TextCheck = (text) => [
  ...atMost(63, text, 'characters'),
  ...(labelForm.pattern.test(text)
    ? []
    : [subdomainForm.pattern.test(text) ? 'must not contain dots' : labelForm.message]),
]

const forbiddenInPath: TextCheck = (text) =>
  ['/', '%'].filter((c) => text.includes(c)).map((c) => `may not contain '${c}'`)

/** A name that can stand in a URL path; all that RBAC kinds ask for. */
export const pathSegment: TextCheck = (text) =>
  text === '.' || text === '..' ? [`may not be '${text}'`] : forbiddenInPath(text)

/** `[prefix/]name`: the key of a label or annotation, the name of a finalizer. */
export const qualifiedName: TextCheck = (text) => {
  const parts = text.split('/', 3)
  if (parts.length > 2) {
    const optional = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
    return [`a valid label key ${qualifiedForm.message} ${optional}`]
  }
  const [prefix, name] = parts.length === 2 ? (parts as [string, string]) : [undefined, text]
  const prefixErrors = prefix === undefined ? [] : prefix === '' ? ['must be non-empty'] : dns1123Subdomain(prefix)
  const nameErrors = [
    ...(name === '' ? ['must be non-empty'] : atMost(63, name, 'bytes')),
    ...matching(qualifiedForm, name),
  ]
  return [...prefixed('prefix', prefixErrors), ...prefixed('name', nameErrors)]
}

export const labelValue: TextCheck = (text) => [...atMost(63, text, 'bytes'), ...matching(labelValueForm, text)]

const parentFolder: TextCheck = (text) =>
  text === '.' || text === '..' ? [`must not be '${text}'`] : text.startsWith('..') ? ["must not start with '..'"] : []

/** A key in the data of a ConfigMap or Secret. */
export const configKey: TextCheck = (text) => [
  ...atMost(253, text, 'characters'),
  ...matching(configKeyForm, text),
  ...parentFolder(text),
]

const RULES: Record<NameRule, TextCheck> = {
  subdomain: dns1123Subdomain,
  label: dns1123Label,
  'path-segment': pathSegment,
}

export const checkName = (rule: NameRule, name: string): string[] => RULES[rule](name)

/**
 * Checks what comes before a generated suffix. A `-` at the end is fine here, since characters follow: it and the
 * character before it are looked at as one letter.
 */
export function checkGenerateName(rule: NameRule, prefix: string): string[] {
  if (rule === 'path-segment') return forbiddenInPath(prefix)
  const masked = prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix
  return RULES[rule](masked)
}

import { Header, Query } from '../../wire/names.ts'
import { badRequest, StatusError } from '../errors/status-error.ts'
import { isTrue } from './query-parameters.ts'

/**
 * What means something in Kubernetes or in HTTP and is not honoured here (A8, B21). It is refused by name: whoever sends it
 * counts on it. What means nothing to either is ignored, as Kubernetes does.
 */
export interface HeaderRule {
  /** One that ends in `*` stands for all that begin so. */
  header: string
  /** With these methods; absent: with all. */
  methods?: readonly string[]
  /** A value that asks for nothing. */
  harmless?: string
  reason?: 'UnsupportedMediaType'
  advice: string
}

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE']
const SEND_TOKEN = 'send the token of the user who is meant'
const STATE_VERSION = 'state the version in metadata.resourceVersion, or in the preconditions of a DELETE'
const SEND_METHOD = 'send the method itself'

export const HEADERS_NOT_HONOURED: readonly HeaderRule[] = [
  { header: Header.impersonate, advice: `impersonation is not implemented yet; ${SEND_TOKEN}` },
  // what a proxy that authenticates says; kube-apiserver believes it of a certificate, which nobody has here
  { header: Header.remoteUser, advice: SEND_TOKEN },
  { header: Header.remoteGroup, advice: SEND_TOKEN },
  { header: Header.remoteUid, advice: SEND_TOKEN },
  { header: Header.remoteExtra, advice: SEND_TOKEN },
  { header: Header.ifMatch, methods: WRITES, advice: STATE_VERSION },
  { header: Header.ifNoneMatch, methods: WRITES, advice: 'POST never overwrites' },
  { header: Header.ifUnmodifiedSince, methods: WRITES, advice: STATE_VERSION },
  { header: Header.contentRange, methods: WRITES, advice: 'send the object whole, or a PATCH' },
  {
    header: Header.contentEncoding,
    harmless: 'identity',
    reason: 'UnsupportedMediaType',
    advice: 'send the body as it is',
  },
  { header: Header.methodOverride, advice: SEND_METHOD },
  { header: Header.otherMethodOverride, advice: SEND_METHOD },
  { header: Header.httpMethod, advice: SEND_METHOD },
]

export interface ParameterRule {
  parameter: string
  /** Where it means something in Kubernetes. */
  verbs: readonly string[]
  /** Whether a value asks for anything. */
  isAsked: (value: string) => boolean
  /** All that is said, where Kubernetes has words for it. */
  message?: string
  advice: string
}

export const PARAMETERS_NOT_HONOURED: readonly ParameterRule[] = [
  {
    parameter: Query.shardSelector,
    verbs: ['list', 'watch', 'deletecollection'],
    isAsked: (value) => value !== '',
    advice: 'nothing is sharded here; choose by labelSelector',
  },
  {
    parameter: Query.ignoreStoreReadError,
    verbs: ['delete', 'deletecollection'],
    isAsked: isTrue,
    advice: 'whatever is stored here can be read; leave it out',
  },
  {
    parameter: Query.export,
    verbs: ['get'],
    isAsked: isTrue,
    message: 'the export parameter, deprecated since v1.14, is no longer supported',
    advice: '',
  },
]

const isPrefix = ({ header }: HeaderRule) => header.endsWith('*')
const EXACT = new Map(
  HEADERS_NOT_HONOURED.filter((rule) => !isPrefix(rule)).map((rule) => [rule.header.toLowerCase(), rule]),
)
const PREFIXES = HEADERS_NOT_HONOURED.filter(isPrefix).map((rule) => ({
  rule,
  prefix: rule.header.slice(0, -1).toLowerCase(),
}))

/** `headers` by their names in lower case. Throws 400 and 415. */
export function assertHeadersHonoured(method: string, headers: Iterable<readonly [string, string]>): void {
  for (const [name, value] of headers) {
    const rule = EXACT.get(name) ?? PREFIXES.find(({ prefix }) => name.startsWith(prefix))?.rule
    if (!rule || (rule.methods && !rule.methods.includes(method))) continue
    if (value.trim().toLowerCase() !== rule.harmless) throw refusedHeader(name, rule)
  }
}

/** Throws 400. */
export function assertParametersHonoured(verb: string, query: URLSearchParams): void {
  for (const rule of PARAMETERS_NOT_HONOURED) {
    const value = query.get(rule.parameter)
    if (value !== null && rule.verbs.includes(verb) && rule.isAsked(value)) throw refusedParameter(rule)
  }
}

/** The same in the body of a DELETE. */
export function assertOptionHonoured(parameter: string): void {
  const rule = PARAMETERS_NOT_HONOURED.find((one) => one.parameter === parameter)
  if (rule) throw refusedParameter(rule)
}

const refusedParameter = ({ parameter, message, advice }: ParameterRule) =>
  badRequest(message ?? `${parameter} is not honoured here: ${advice}`)

const refusedHeader = (name: string, { reason, advice }: HeaderRule) =>
  new StatusError(reason ?? 'BadRequest', `the header ${capitalized(name)} is not honoured here: ${advice}`)

/** `impersonate-user` → `Impersonate-User` */
const capitalized = (name: string) => name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())

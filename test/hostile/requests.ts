import { apiVersionOf } from '../../src/core/resource-definition.ts'
import { builtInRegistry } from '../../src/kinds/built-in.ts'
import { Query } from '../../src/wire/names.ts'
import { Random } from '../fuzz/random.ts'
import { type Body, deleteBody, patchBody, type Subject, writeBody } from './bodies.ts'
import { decodable, nameOf, placeOf, segment, textOf } from './vocabulary.ts'

export interface HostileRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
  /** Where the upload ends, with the connection; absent where it comes whole. */
  cutAt?: number
}

const OTHER_METHODS = ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'MKCOL', 'REPORT', 'LOCK']

/** The `index`th request of a seed: the same whatever came before it. */
export function requestOf(seed: number, index: number): HostileRequest {
  const random = new Random(seed + Math.imul(index + 1, 0x9e3779b1))
  const method = random.weighted([
    [6, 'GET'],
    [3, 'POST'],
    [3, 'PUT'],
    [5, 'PATCH'],
    [2, 'DELETE'],
    [1, random.pick(OTHER_METHODS)],
  ])
  const target = targetOf(random, method)
  const body = random.chance(0.97) ? bodyOf(random, method, target.subject) : hugeBody(random)
  const headers = headersOf(random, body)
  const path = safePath(method, target.path) + queryOf(random, method)
  const cutAt = body && random.chance(0.02) ? random.below(body.bytes.length + 1) : undefined
  return { method, path, headers, body: body?.bytes, ...(cutAt === undefined ? {} : { cutAt }) }
}

/** The places of the run stay: what is in them may be spoilt, but they may not be taken away. */
const safePath = (method: string, path: string) =>
  method === 'GET' ? path : path.replace(/(\/namespaces\/hostile-[ab])(\/(status|finalize))?\/?$/, '$1-not$2')

interface HostileTarget {
  path: string
  subject: Subject
}

/** How often a method goes to one object, and to a collection. */
const AIMS: Record<string, readonly [object: number, collection: number]> = {
  GET: [5, 6],
  POST: [1, 12],
  PUT: [12, 1],
  PATCH: [12, 1],
  DELETE: [8, 1],
}
const STORED = builtInRegistry.resources.filter(({ verbs }) => verbs.includes('get'))
const COMMON = STORED.filter(({ kind }) => /^(ConfigMap|Secret|Lease)$/.test(kind))

function targetOf(random: Random, method: string): HostileTarget {
  const definition = random.pick(
    random.weighted([
      [5, COMMON],
      [4, STORED],
      [1, builtInRegistry.resources],
    ]),
  )
  const apiVersion = apiVersionOf(definition)
  const root = definition.group ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const inPlace = definition.namespaced ? `/namespaces/${placeOf(random)}` : ''
  const collection = `${random.chance(0.02) ? `${root}/watch` : root}${inPlace}/${definition.resource}`
  const name = nameOf(random)
  const [object, whole] = AIMS[method] ?? [1, 1]
  const path = random.weighted<() => string>([
    [object, () => `${collection}/${name}`],
    [whole, () => collection],
    [0.4, () => `${collection}/${name}/${random.pick(SUBRESOURCES)}`],
    [0.4, () => `${collection}/${name}/${segment(random)}`],
    [0.8, () => oddPath(random, collection)],
  ])()
  const named = random.chance(0.9) ? name : nameOf(random)
  return { path, subject: { apiVersion, kind: definition.kind, name: decodable(named) } }
}

const SUBRESOURCES = ['status', 'finalize', 'scale', 'exec', 'log', 'proxy', 'token']

const ODD_PATHS = [
  '/',
  '//',
  '/api',
  '/apis/',
  '/api/v2',
  '/version',
  '/healthz',
  '/readyz?verbose',
  '/livez/ping',
  '/metrics',
  '/openapi/v2',
  '/openapi/v3',
  '/openapi/v3/api/v1',
  '/.well-known/x',
  '/api/v1/namespaces/',
  '/apis//v1/x',
  '/api/v1//',
  '/%61pi/v1',
  '/api/v1/%6eamespaces',
  '/index.html',
  '/api/v1/namespaces/a/b/c/d/e/f/g',
]

const oddPath = (random: Random, path: string) =>
  random.pick<() => string>([
    () => random.pick(ODD_PATHS),
    () => `${path}/`,
    () => path.replace('/', '//'),
    () => path.replace(/[a-z]+$/, (last) => last.toUpperCase()),
    () => `${path};a=b`,
    () => `${path}/${segment(random)}/${segment(random)}`,
    () =>
      path
        .split('/')
        .with(1 + random.below(3), segment(random))
        .join('/'),
  ])()

const PARAMETERS = [...Object.values<string>(Query), 'exclude', 'verbose', 'hash', '__proto__', '']

function queryOf(random: Random, method: string): string {
  if (random.chance(0.5)) return ''
  const pairs = Array.from({ length: 1 + random.below(3) }, () => {
    const name = random.pick(PARAMETERS)
    // a wait of three seconds, promised (G4): only now and then
    const value =
      name === Query.resourceVersion && random.chance(0.97) ? random.pick(['0', '', '1', 'x']) : textOf(random)
    return `${name}=${random.chance(0.9) ? encodeURIComponent(value.toWellFormed()) : value.replaceAll(/[^!-~]|[#]/g, '%')}`
  })
  if (method === 'PATCH' && random.chance(0.7)) pairs.push('fieldManager=hostile')
  if (method === 'GET' && random.chance(0.1)) pairs.push('watch=true')
  return `?${pairs.join('&')}`
}

function bodyOf(random: Random, method: string, subject: Subject): Body | undefined {
  if (method === 'PATCH') return patchBody(random, subject)
  if (method === 'DELETE') return deleteBody(random)
  if (method === 'POST' || method === 'PUT') return writeBody(random, subject)
  return random.chance(0.05) ? writeBody(random, subject) : undefined
}

const HUGE = ['[', '{"a":', '"', ' ', 'a: [', '- ', '\u0000', '&a ', '{"metadata":{"name":"a","labels":{"a":"'] as const

function hugeBody(random: Random): Body {
  const length = random.pick([10_000, 100_000, 1_000_000, 3_145_729])
  const piece = random.pick(HUGE)
  const type = random.pick([
    'application/json',
    'application/yaml',
    'application/apply-patch+yaml',
    'application/merge-patch+json',
    'application/vnd.kubernetes.protobuf',
  ])
  // YAML that is long costs by its parts, not by its length: a hundredth is enough
  const size = /yaml/.test(type) ? length / 100 : length
  return { type, bytes: Buffer.from(piece.repeat(Math.ceil(size / piece.length))) }
}

const ACCEPTS = [
  '*/*',
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/vnd.kubernetes.protobuf, application/json',
  'text/html',
  'application/json;as=Table;g=meta.k8s.io;v=v1',
  'application/yaml;as=Table;g=meta.k8s.io;v=v1',
  'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
  'application/json;as=Nothing',
  ';',
  ',,,',
  'application/json;q=x',
  '*/*;q=0',
  'a/"b\\',
  'application/json;stream=watch',
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  `${'a/b,'.repeat(500)}*/*`,
]

const OTHER_HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['Accept-Encoding', ['gzip', 'gzip;q=0', 'br', '*', 'identity;q=0', ';;']],
  ['User-Agent', ['', '/', 'curl/8', 'kubectl/v1.37 (x)', '\u00e9\u00ff', 'M'.repeat(400), '\u00a0/']],
  ['Audit-Id', ['', 'x', '\u00fc'.repeat(200), 'a, b']],
  ['Authorization', ['', 'Bearer', 'Bearer x', 'Basic YTpi', 'Bearer \u00e9', 'bearer', 'Negotiate x']],
  ['Origin', ['null', 'http://localhost', 'x', '', 'http://[', 'file://']],
  ['Host', ['localhost', 'a', '%zz', 'a b', 'a,b', '[::1]', '[', 'a:99999', 'user@a', 'a/b?c', 'xn--', '1.2.3']],
  ['Content-Encoding', ['gzip', 'identity', 'br', '']],
  ['Content-Range', ['bytes 0-1/2']],
  ['If-Match', ['*', '"x"']],
  ['If-None-Match', ['*', '"x"', 'W/"x"']],
  ['Impersonate-User', ['admin', '']],
  ['X-Remote-User', ['admin']],
  ['X-HTTP-Method-Override', ['DELETE']],
  ['Upgrade', ['websocket', 'h2c', 'SPDY/3.1', 'tcp']],
  ['Sec-WebSocket-Protocol', ['coxswain.v1', 'a, b', 'base64url.bearer.authorization.k8s.io.!', ',,']],
  ['Range', ['bytes=0-0', 'x']],
  ['Access-Control-Request-Method', ['PUT', '']],
  ['Cookie', ['a=b', '=']],
  ['Expect', ['100-continue', 'x']],
  ['X-Odd', ['\u00ff', 'a'.repeat(5_000)]],
]

const lengthOf = ({ bytes }: Body) => ({ 'Content-Length': String(bytes.length) })

function headersOf(random: Random, body: Body | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  if (random.chance(0.6)) headers.Accept = random.chance(0.6) ? 'application/json' : random.pick(ACCEPTS)
  if (body?.type !== undefined) headers['Content-Type'] = body.type
  // one of both, as Node writes the body of a DELETE without either
  if (body) Object.assign(headers, random.chance(0.7) ? lengthOf(body) : { 'Transfer-Encoding': 'chunked' })
  if (random.chance(0.15)) {
    const [name, values] = random.pick(OTHER_HEADERS)
    headers[name] = random.pick(values)
  }
  return headers
}

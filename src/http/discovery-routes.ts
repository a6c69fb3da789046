import type { Hono } from 'hono'
import { noSuchResource, StatusError } from '../core/errors/status-error.ts'
import { contentHash } from '../kinds/openapi/content-hash.ts'
import { aggregatedDiscovery, coreVersions, group, groupList, resourceList } from '../kinds/discovery.ts'
import { openApiV2Json, openApiV2Protobuf, type OpenApiV2Form } from '../kinds/openapi/openapi-v2.ts'
import { openApiDocument, openApiIndex } from '../kinds/openapi/openapi.ts'
import type { Registry } from '../kinds/registry.ts'
import { Header, MediaType } from '../wire/names.ts'
import type { JsonObject } from '../wire/object.ts'
import type { AppContext, AppEnv } from './context.ts'
import { clausesOf, negotiate } from './negotiate.ts'
import { notFoundText } from './plain-answers.ts'
import { sendJson, sendBody } from './respond.ts'
import { isKnownGroup } from './target.ts'

const ROOT_PATHS = [
  '/api',
  '/api/v1',
  '/apis',
  '/healthz',
  '/livez',
  '/openapi/v2',
  '/openapi/v3',
  '/readyz',
  '/version',
]
const YEAR_SECONDS = 31_536_000

/** What there is: `/`, `/api`, `/apis` and what is below them (V3–V8), `/openapi/v3` (V6) and `/openapi/v2` (V12). */
export function addDiscoveryRoutes(app: Hono<AppEnv>): void {
  app.get('/', (c) => document(c, { paths: ROOT_PATHS }))
  app.get('/api', (c) => aggregated(c, 'core') ?? document(c, coreVersions(c.get('registry'), new URL(c.req.url).host)))
  app.get('/apis', (c) => aggregated(c, 'groups') ?? document(c, groupList(c.get('registry'))))
  app.get('/api/:version', (c) => orNoResource(c, resourceList(c.get('registry'), '', c.req.param('version'))))
  app.get('/apis/:group', (c) => document(c, group(c.get('registry'), c.req.param('group'))))
  app.get('/apis/:group/:version', (c) => {
    const { group: name, version } = c.req.param()
    const registry = c.get('registry')
    return isKnownGroup(registry, name) ? orNoResource(c, resourceList(registry, name, version)) : notFoundText()
  })
  app.get('/openapi/v2', (c) => openApiV2(c))
  app.get('/openapi/v3', (c) => sendBody(c, MediaType.text, JSON.stringify(openApiIndex(c.get('registry')))))
  app.get('/openapi/v3/api/:version', (c) => openApi(c, '', c.req.param('version')))
  app.get('/openapi/v3/apis/:group/:version', (c) => openApi(c, c.req.param('group'), c.req.param('version')))
}

function document(c: AppContext, body: JsonObject | undefined): Response {
  if (!body) return notFoundText()
  const { media } = negotiate(c.req.header(Header.accept) ?? null, { transforms: false })
  return sendJson(c, media === 'yaml' ? 'yaml' : 'json', JSON.stringify(body))
}

function orNoResource(c: AppContext, body: JsonObject | undefined): Response {
  if (!body) throw noSuchResource()
  return document(c, body)
}

/** The aggregated form, where the client asks for it; its content type is how the client knows that it got it. */
function aggregated(c: AppContext, of: 'core' | 'groups'): Response | undefined {
  const [, parameters] = MediaType.aggregatedDiscovery.split(/;(.*)/s)
  const wanted = new URLSearchParams(parameters?.replaceAll(';', '&'))
  const asked = clausesOf(c.req.header(Header.accept) ?? '').some(
    (clause) => clause.type === MediaType.json && [...wanted].every(([key, value]) => clause.params[key] === value),
  )
  if (!asked) return undefined
  const body = JSON.stringify(aggregatedDiscovery(c.get('registry'), of))
  const headers = {
    [Header.etag]: `"${contentHash(body)}"`,
    [Header.vary]: Header.accept,
    [Header.cacheControl]: 'public',
  }
  return sendUnlessKnown(c, MediaType.aggregatedDiscovery, body, headers)
}

interface OpenApiV2Answer {
  media: string
  make: (registry: Registry) => OpenApiV2Form<string | Uint8Array>
}
const V2_JSON: OpenApiV2Answer = { media: MediaType.json, make: openApiV2Json }
const V2_PROTOBUF: OpenApiV2Answer = { media: MediaType.openApiV2Protobuf, make: openApiV2Protobuf }
/** By the media types that clients ask for. */
const V2_ANSWERS: ReadonlyMap<string, OpenApiV2Answer> = new Map([
  ['*/*', V2_JSON],
  ['application/*', V2_JSON],
  [MediaType.json, V2_JSON],
  [MediaType.openApiV2Protobuf, V2_PROTOBUF],
  [MediaType.openApiV2ProtobufAsked, V2_PROTOBUF],
])
const V2_ACCEPTED = `${MediaType.json}, ${MediaType.openApiV2Protobuf}`

/** One document for all groups (V12). Throws 406. */
function openApiV2(c: AppContext): Response {
  const asked = clausesOf(c.req.header(Header.accept)?.trim() || '*/*')
  const chosen = asked.map(({ type }) => V2_ANSWERS.get(type)).find((one) => one !== undefined)
  if (!chosen) throw new StatusError('NotAcceptable', `only the following media types are accepted: ${V2_ACCEPTED}`)
  const { body, hash } = chosen.make(c.get('registry'))
  return sendUnlessKnown(c, chosen.media, body, { [Header.etag]: `"${hash}"`, [Header.vary]: Header.accept })
}

/** A document of one group and version. The index names it with its hash: under that it never changes. */
function openApi(c: AppContext, groupName: string, version: string): Response {
  const made = openApiDocument(c.get('registry'), groupName, version)
  if (!made) return new Response(null, { status: 404 })
  const { document: body, hash } = made
  const asked = c.get('query').get('hash')
  if (asked !== null && asked !== hash) {
    const url = new URL(c.req.url)
    return new Response(null, { status: 301, headers: { Location: `${url.pathname}?hash=${hash}` } })
  }
  const headers: Record<string, string> = { [Header.etag]: `"${hash}"`, [Header.cacheControl]: 'no-cache, private' }
  if (asked === hash) {
    headers[Header.cacheControl] = 'public, immutable'
    headers.Expires = new Date(c.get('env').now() + YEAR_SECONDS * 1000).toUTCString()
  }
  return sendUnlessKnown(c, MediaType.json, JSON.stringify(body), headers)
}

/** Sends a body unless the client has it already: it named the ETag that is among the headers. */
function sendUnlessKnown(
  c: AppContext,
  media: string,
  body: string | Uint8Array,
  headers: Record<string, string>,
): Response {
  if (c.req.header(Header.ifNoneMatch) === headers[Header.etag]) return new Response(null, { status: 304, headers })
  return sendBody(c, media, body, { headers })
}

import { formatFieldSelector, parseFieldSelector, requiredName } from '../../core/selectors/field-selector.ts'
import { formatLabelSelector } from '../../core/selectors/label-selector.ts'
import { parseWatchOptions, type WatchOptions } from '../../core/request/list-options.ts'
import { badRequest } from '../../core/errors/status-error.ts'
import type { WatchParameters, WatchStart } from '../../core/watch/parameters.ts'
import { Header, MediaType, SOCKET_TOKEN_PREFIX } from '../../wire/names.ts'
import { socketProtocols, wantsSocket } from '../authenticate.ts'
import { callerOf } from '../caller.ts'
import type { AppContext } from '../context.ts'
import { negotiate, notStreamable } from '../negotiate.ts'
import { viewOf } from '../object-response.ts'
import type { Target } from '../target.ts'

/** A watch, over chunked HTTP or, with `Upgrade: websocket`, over a socket (W1–W16, K1–K9). */
export async function watch(c: AppContext, target: Target): Promise<Response> {
  const parameters = watchParameters(c, target, parseWatchOptions(c.get('query')))
  const socket = wantsSocket(c.req.raw) ? { protocol: chooseProtocol(c) } : undefined
  const answer = await c.get('scopes').watch(parameters, c.req.raw.signal, socket)
  return socket ? answer : new Response(answer.body, { headers: STREAM_HEADERS })
}

/** A year: longer than any connection lives, and a time that every clock and table can hold. */
const MAX_WATCH_SECONDS = 31_536_000

/** Nothing on the way may hold events back: neither to compress them nor to keep them. */
const STREAM_HEADERS = {
  [Header.contentType]: MediaType.json,
  [Header.contentEncoding]: 'identity',
  [Header.cacheControl]: 'no-cache, private, no-transform',
}

function watchParameters(
  c: AppContext,
  { definition, resource, namespace, name }: Target,
  options: WatchOptions,
): WatchParameters {
  const form = negotiate(c.req.header(Header.accept) ?? null, { collection: true })
  if (form.media !== 'json') throw notStreamable()
  const fields = options.fieldSelectorText ? parseFieldSelector(options.fieldSelectorText, definition) : []
  return {
    resource,
    namespace,
    caller: callerOf(c),
    start: startOf(options),
    labelSelector: formatLabelSelector(options.labelSelector),
    fieldSelector: name ? ofOneName(name, fields) : formatFieldSelector(fields),
    bookmarks: options.allowWatchBookmarks,
    ...viewOf(c, form),
    timeoutSeconds: Math.min(options.timeoutSeconds ?? 0, MAX_WATCH_SECONDS),
  }
}

/** The old path `/watch/…/NAME` is a field selector; one that is given beside it must ask for that name. */
function ofOneName(name: string, fields: ReturnType<typeof parseFieldSelector>): string {
  if (fields.length > 0 && requiredName(fields) !== name)
    throw badRequest("fieldSelector metadata.name doesn't match requested name")
  return formatFieldSelector(fields.length > 0 ? fields : [{ field: 'metadata.name', operator: '=', value: name }])
}

function startOf({ resourceVersion, sendInitialEvents }: WatchOptions): WatchStart {
  const version = resourceVersion.at === 'version' ? resourceVersion.revision : undefined
  if (sendInitialEvents) return { from: 'state', notOlderThan: version }
  if (version !== undefined) return { from: 'version', revision: version }
  return sendInitialEvents === false ? { from: 'now' } : { from: 'state' }
}

/** The one protocol that is offered beside a token is answered with; several are refused, a token alone too (K3, K8). */
function chooseProtocol(c: AppContext): string {
  const offered = socketProtocols(c.req.raw)
  const protocols = offered.filter((protocol) => !protocol.startsWith(SOCKET_TOKEN_PREFIX))
  if (protocols.length > 1)
    throw badRequest('offer one WebSocket subprotocol, such as coxswain.v1, beside the one with the token')
  if (offered.length > protocols.length && protocols.length === 0)
    throw badRequest(
      'offer the WebSocket subprotocol coxswain.v1 beside the one with the token: one must be answered with',
    )
  return protocols[0] ?? ''
}

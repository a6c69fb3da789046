/** What a request is about, as its URL and method say: Kubernetes' attributes of a request. */
export type RequestInfo = ResourceRequest | { isResource: false; path: string; verb: string }

export interface ResourceRequest {
  isResource: true
  path: string
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; empty where the method means nothing */
  verb: string
  group: string
  version: string
  namespace: string
  resource: string
  name: string
  subresource: string
  /** reached by the old `/watch/` path */
  oldWatchPath: boolean
}

const ITEM_VERBS: Record<string, string> = {
  GET: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
  POST: 'create',
}
const COLLECTION_VERBS: Record<string, string> = { GET: 'list', POST: 'create', DELETE: 'deletecollection' }
/** What may stand behind `namespaces/NAME` and is no resource in it. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize'])

/** Reads method and path. `watch` tells whether the query asks for a watch. Never throws: a bad escape is kept as it is. */
export function parseRequestInfo(method: string, pathname: string, watch: boolean): RequestInfo {
  const segments = pathname.split('/').slice(1).map(decodeSegment)
  while (segments.length > 1 && segments.at(-1) === '') segments.pop()
  const prefix = segments[0] === 'api' ? 2 : segments[0] === 'apis' ? 3 : 0
  if (prefix === 0 || segments.length <= prefix)
    return { isResource: false, path: pathname, verb: method.toLowerCase() }
  const [group, version] = prefix === 2 ? ['', segments[1] ?? ''] : [segments[1] ?? '', segments[2] ?? '']
  const rest = segments.slice(prefix)
  const oldWatchPath = rest[0] === 'watch' && rest.length > 1
  const place = parsePlace(oldWatchPath ? rest.slice(1) : rest)
  return {
    isResource: true,
    path: pathname,
    verb: oldWatchPath && method === 'GET' ? 'watch' : verbOf(method, place.name, watch),
    group,
    version,
    ...place,
    oldWatchPath,
  }
}

function verbOf(method: string, name: string, watch: boolean): string {
  if (name) return ITEM_VERBS[method] ?? ''
  if (method === 'GET' && watch) return 'watch'
  return COLLECTION_VERBS[method] ?? ''
}

type Place = Pick<ResourceRequest, 'namespace' | 'resource' | 'name' | 'subresource'>

/** `R`, `R/NAME`, `R/NAME/SUB`, or the same behind `namespaces/NS`; `namespaces//R` is all namespaces. */
function parsePlace(segments: string[]): Place {
  const [first = '', second = '', third = ''] = segments
  const inNamespace = first === 'namespaces' && segments.length > 2 && !NAMESPACE_SUBRESOURCES.has(third)
  if (inNamespace) return { namespace: second, ...itemOf(segments.slice(2)) }
  return { namespace: first === 'namespaces' ? second : '', ...itemOf(segments) }
}

const itemOf = ([resource = '', name = '', ...subresource]: string[]) => ({
  resource,
  name,
  subresource: subresource.join('/'),
})

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

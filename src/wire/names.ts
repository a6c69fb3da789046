/** Every header, query parameter, media type and reserved key that crosses the network, spelled once. */

export const Header = {
  accept: 'Accept',
  acceptEncoding: 'Accept-Encoding',
  auditId: 'Audit-Id',
  authorization: 'Authorization',
  cacheControl: 'Cache-Control',
  contentEncoding: 'Content-Encoding',
  contentLength: 'Content-Length',
  contentRange: 'Content-Range',
  contentType: 'Content-Type',
  etag: 'ETag',
  host: 'Host',
  httpMethod: 'X-HTTP-Method',
  ifMatch: 'If-Match',
  ifNoneMatch: 'If-None-Match',
  ifUnmodifiedSince: 'If-Unmodified-Since',
  /** all that begin so */
  impersonate: 'Impersonate-*',
  methodOverride: 'X-HTTP-Method-Override',
  /** followed by the key, what a header cannot hold as %XX */
  impersonateExtra: 'Impersonate-Extra-',
  impersonateGroup: 'Impersonate-Group',
  impersonateUid: 'Impersonate-Uid',
  impersonateUser: 'Impersonate-User',
  origin: 'Origin',
  otherMethodOverride: 'X-Method-Override',
  /** what is wrong, where the Status of Kubernetes does not say it */
  problem: 'Coxswain-Problem',
  /** all that begin so */
  remoteExtra: 'X-Remote-Extra-*',
  remoteGroup: 'X-Remote-Group',
  remoteUid: 'X-Remote-Uid',
  remoteUser: 'X-Remote-User',
  retryAfter: 'Retry-After',
  upgrade: 'Upgrade',
  userAgent: 'User-Agent',
  vary: 'Vary',
  warning: 'Warning',
  webSocketProtocol: 'Sec-WebSocket-Protocol',
} as const

export const Query = {
  allowWatchBookmarks: 'allowWatchBookmarks',
  continue: 'continue',
  dryRun: 'dryRun',
  export: 'export',
  fieldManager: 'fieldManager',
  fieldSelector: 'fieldSelector',
  fieldValidation: 'fieldValidation',
  force: 'force',
  gracePeriodSeconds: 'gracePeriodSeconds',
  ignoreStoreReadError: 'ignoreStoreReadErrorWithClusterBreakingPotential',
  includeObject: 'includeObject',
  labelSelector: 'labelSelector',
  limit: 'limit',
  orphanDependents: 'orphanDependents',
  pretty: 'pretty',
  propagationPolicy: 'propagationPolicy',
  resourceVersion: 'resourceVersion',
  resourceVersionMatch: 'resourceVersionMatch',
  sendInitialEvents: 'sendInitialEvents',
  shardSelector: 'shardSelector',
  timeout: 'timeout',
  timeoutSeconds: 'timeoutSeconds',
  uid: 'uid',
  watch: 'watch',
} as const

export const MediaType = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
  text: 'text/plain; charset=utf-8',
  aggregatedDiscovery: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  openApiV2Protobuf: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  /** the same as clients ask for it: not a media type by the letter, so that an answer cannot carry it */
  openApiV2ProtobufAsked: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  jsonPatch: 'application/json-patch+json',
  mergePatch: 'application/merge-patch+json',
  strategicMergePatch: 'application/strategic-merge-patch+json',
  applyPatch: 'application/apply-patch+yaml',
} as const

export const META_GROUP = 'meta.k8s.io'
export const META_VERSION = 'meta.k8s.io/v1'

/** On the bookmark that ends the initial events of a streaming list. */
export const INITIAL_EVENTS_END = 'k8s.io/initial-events-end'
/** The label that every Namespace carries with its own name. */
export const NAMESPACE_NAME_LABEL = 'kubernetes.io/metadata.name'

/** What `Upgrade` says of a WebSocket. */
export const WEB_SOCKET = 'websocket'

/** A browser offers its token as this prefix + base64url(token), beside `SOCKET_PROTOCOL`. */
export const SOCKET_TOKEN_PREFIX = 'base64url.bearer.authorization.k8s.io.'
export const SOCKET_PROTOCOL = 'coxswain.v1'

/** A body larger than this is refused with 413 before it is read whole. Bytes. */
export const MAX_BODY_BYTES = 3_145_728

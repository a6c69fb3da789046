import { configMap } from '../../support/objects.ts'
import { type ApiBody, scenariosOf } from '../scenario.ts'

interface DiscoveredResource {
  name: string
  storageVersionHash?: string
}

/** Of a discovery document, the resources named; without the hashes that tell storage versions apart. */
const resourcesOf = (names: string[]) => (body: ApiBody) => ({
  kind: body.kind,
  apiVersion: body.apiVersion,
  groupVersion: body.groupVersion,
  resources: ((body.resources ?? []) as DiscoveredResource[])
    .filter((resource) => names.includes(resource.name))
    .map(({ storageVersionHash: _hash, ...resource }) => resource),
})

interface AggregatedGroup {
  metadata: { name?: string }
  versions: { version: string; freshness: string; resources: { resource: string }[] }[]
}

const aggregatedOf = (groupName: string, names: string[]) => (body: ApiBody) => {
  const groups = (body.items ?? []) as unknown as AggregatedGroup[]
  const group = groups.find((candidate) => (candidate.metadata.name ?? '') === groupName)
  const version = group?.versions.find((candidate) => candidate.version === 'v1')
  return {
    kind: body.kind,
    apiVersion: body.apiVersion,
    group: group?.metadata.name,
    version: version?.version,
    freshness: version?.freshness,
    resources: version?.resources.filter((resource) => names.includes(resource.resource)),
  }
}

const metadata = { name: 'a' }
const configMapText = (more: object) => JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', ...more })

const BODIES: readonly (readonly [string, string?])[] = [
  [''],
  ['{'],
  ['[]'],
  ['"text"'],
  ['null'],
  ['{}'],
  ['{"kind":"ConfigMap"}'],
  ['{"apiVersion":"v1"}'],
  [configMapText({ kind: 'Secret', metadata })],
  [configMapText({ apiVersion: 'v2', metadata })],
  [configMapText({ metadata: 'text' })],
  [configMapText({ metadata: { name: 5 } })],
  [configMapText({ metadata: { ...metadata, labels: { a: 1 } } })],
  [configMapText({ metadata, data: { k: { deep: 1 } } })],
  ['<xml/>', 'application/xml'],
  ['hello', 'text/plain'],
]

const YAML = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: y\ndata:\n  a: "1"\n  b: |\n    two\n    lines\n'

export const protocol = scenariosOf('protocol', {
  'unknown paths': async ({ seen, namespace }) => {
    const show = (body: ApiBody | string) => (typeof body === 'string' ? body.trim() : body)
    const core = ['/nowhere', '/api/v2', '/api/v1/unknowns', `/api/v1/namespaces/${namespace}/unknowns`]
    const group = ['/apis/no.group', '/apis/no.group/v1', '/apis/no.group/v1/things']
    for (const path of [...core, ...group, '/apis/apps.no/v1/namespaces/x/things/y']) await seen.get(path, {}, { show })
  },
  'methods that a path does not have': async ({ seen }) => {
    await seen.post('configmaps/a', configMap('a'))
    await seen.put('configmaps', configMap('a'))
    const headers = { 'content-type': 'application/merge-patch+json' }
    await seen.send('PATCH', 'configmaps', { body: {}, headers })
    for (const method of ['OPTIONS', 'HEAD']) await seen.send(method, 'configmaps', { show: false })
  },
  'bodies that are not what they should be': async ({ seen }) => {
    for (const [raw, type = 'application/json'] of BODIES)
      await seen.send('POST', 'configmaps', { raw, headers: { 'content-type': type } })
  },
  'YAML bodies': async ({ seen }) => {
    await seen.send('POST', 'configmaps', { raw: YAML, headers: { 'content-type': 'application/yaml' } })
    const show = (body: ApiBody | string) => (typeof body === 'string' ? body.includes('kind: ConfigMap') : body)
    await seen.get('configmaps/y', {}, { headers: { accept: 'application/yaml' }, show })
  },
  'field validation': async ({ seen }) => {
    const odd = (meta: object) => ({ ...configMap('', { k: '1' }), oddField: 1, metadata: meta })
    for (const fieldValidation of ['Strict', 'Warn'])
      await seen.post('configmaps', odd({ name: 'a', odd: 'x' }), { query: { fieldValidation } })
    await seen.post('configmaps', odd({ name: 'b' }), { query: { fieldValidation: 'Ignore' } })
    await seen.post('configmaps', odd({ name: 'c' }))
    await seen.post('configmaps', configMap('d'), { query: { fieldValidation: 'Loud' } })
    const raw = configMapText({ metadata: { name: 'e' }, data: { k: '1' } }).replace('"k":"1"', '"k":"1","k":"2"')
    await seen.send('POST', 'configmaps', { raw, query: { fieldValidation: 'Strict' } })
  },
  'version and health': async ({ seen }) => {
    const facts = ['gitVersion', 'major', 'minor', 'platform']
    const show = (body: ApiBody) =>
      Object.keys(body)
        .filter((key) => facts.includes(key))
        .toSorted()
    await seen.get('/version', {}, { show })
    for (const path of ['/healthz', '/livez', '/readyz']) await seen.get(path)
  },
  'discovery of the core group': async ({ seen }) => {
    await seen.get('/api', {}, { show: ({ kind, versions }) => ({ kind, versions }) })
    const namespaces = ['namespaces', 'namespaces/status', 'namespaces/finalize']
    const show = resourcesOf(['configmaps', 'secrets', ...namespaces, 'events', 'serviceaccounts'])
    await seen.get('/api/v1', {}, { show })
  },
  'discovery of the named groups': { postponed: 'the recording has custom resource definitions and roles' },
  'aggregated discovery': async ({ seen }) => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json'
    await seen.get('/api', {}, { headers: { accept }, show: aggregatedOf('', ['configmaps', 'namespaces']) })
    await seen.get('/apis', {}, { headers: { accept }, show: aggregatedOf('coordination.k8s.io', ['leases']) })
  },
  'self subject access review': async ({ seen, namespace }) => {
    const authorization = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
    const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview' }
    const spec = { resourceAttributes: { namespace, verb: 'create', resource: 'configmaps' } }
    type Allowed = { allowed?: boolean } | undefined
    const showAccess = (body: ApiBody) => ({
      kind: body.kind,
      allowed: (body.status as Allowed)?.allowed,
      spec: body.spec,
    })
    await seen.post(authorization, { ...review, spec }, { show: showAccess })
    const self = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
    const showUser = (body: ApiBody) => {
      const user = (body.status as { userInfo?: object } | undefined)?.userInfo ?? {}
      return { kind: body.kind, keys: ['groups', 'username'].filter((key) => key in user) }
    }
    await seen.post('/apis/authentication.k8s.io/v1/selfsubjectreviews', self, { show: showUser })
  },
})

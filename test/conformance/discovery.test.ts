import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import type { ApiBody } from '../support/client.ts'
import { expectStatus } from '../support/sandbox.ts'
import { MediaType } from '../../src/wire/names.ts'

const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']
const CORE = ['configmaps', 'events', 'namespaces', 'secrets', 'serviceaccounts']

interface DiscoveredResource {
  name: string
  kind: string
  singularName: string
  namespaced: boolean
  verbs: string[]
  shortNames?: string[]
}
const resourcesOf = (body: ApiBody) => body.resources as DiscoveredResource[]

const KIND_EXTENSION = 'x-kubernetes-group-version-kind'

interface OpenApiIndex {
  paths: Record<string, { serverRelativeURL: string }>
}

describe('discovery, version and health', () => {
  const box = useBlackBox()

  it('V1 tells the version to anybody', async () => {
    const { status, body, headers } = await box.client.as(undefined).get('/version')
    expect([status, body.gitVersion]).toEqual([200, 'v1.37.2+coxswain'])
    expect([Number(body.major), Number(body.minor)]).toEqual([1, 37])
    expect(headers['content-type']).toBe('application/json')
    for (const field of ['gitCommit', 'gitTreeState', 'buildDate', 'goVersion', 'compiler', 'platform'])
      expect(typeof body[field]).toBe('string')
  })

  it('V2 tells its health to anybody', async () => {
    for (const path of ['/healthz', '/livez', '/readyz']) {
      const answer = await box.client.as(undefined).get(path)
      expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([200, 'ok', MediaType.text])
    }
  })

  it('V3 lists the groups, versions and resources', async () => {
    const api = expectStatus(await box.client.get('/api'), 200)
    expect([api.kind, api.versions]).toEqual(['APIVersions', ['v1']])
    const core = expectStatus(await box.client.get('/api/v1'), 200)
    expect([core.kind, core.groupVersion]).toEqual(['APIResourceList', 'v1'])
    expect(resourcesOf(core).map((r) => r.name)).toEqual(expect.arrayContaining(CORE))
    const configMaps = resourcesOf(core).find((r) => r.name === 'configmaps')!
    expect(configMaps).toMatchObject({
      kind: 'ConfigMap',
      singularName: 'configmap',
      namespaced: true,
      shortNames: ['cm'],
    })
    const groups = expectStatus(await box.client.get('/apis'), 200)
    const names = (groups.groups as { name: string }[]).map((group) => group.name)
    expect(names).toEqual(
      expect.arrayContaining(['authentication.k8s.io', 'authorization.k8s.io', 'coordination.k8s.io']),
    )
    for (const name of names) {
      const group = expectStatus(await box.client.get(`/apis/${name}`), 200)
      expect([group.kind, group.name]).toEqual(['APIGroup', name])
      for (const { groupVersion } of group.versions as { groupVersion: string }[]) {
        const list = expectStatus(await box.client.get(`/apis/${groupVersion}`), 200)
        expect([list.kind, list.groupVersion]).toEqual(['APIResourceList', groupVersion])
        expect(resourcesOf(list).length).toBeGreaterThan(0)
      }
    }
  })

  it('V4 comes in the aggregated form to who asks for it', async () => {
    const accept = `${MediaType.aggregatedDiscovery},application/json`
    for (const [path, group, resource] of [
      ['/api', undefined, 'configmaps'],
      ['/apis', 'coordination.k8s.io', 'leases'],
    ] as const) {
      const answer = await box.client.get(path, {}, { accept })
      expect([answer.status, answer.headers['content-type']]).toEqual([200, MediaType.aggregatedDiscovery])
      expect(answer.body).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' })
      const found = answer.body.items!.find((item) => item.metadata.name === group)
      const [version] = found!.versions as { version: string; freshness: string; resources: { resource: string }[] }[]
      expect([version!.version, version!.freshness]).toEqual(['v1', 'Current'])
      expect(version!.resources.map((r) => r.resource)).toContain(resource)
      const plain = await box.client.get(path)
      expect(plain.headers['content-type']).toBe('application/json')
    }
  })

  it('V5 names the verb patch', async () => {
    for (const path of ['/api/v1', '/apis/coordination.k8s.io/v1']) {
      const stored = resourcesOf((await box.client.get(path)).body).filter((r) => !r.name.includes('/'))
      for (const { name, verbs } of stored) {
        const expected = name === 'namespaces' ? ALL_VERBS.filter((verb) => verb !== 'deletecollection') : ALL_VERBS
        expect([name, verbs.toSorted()]).toEqual([name, expected])
      }
    }
  })

  it('V11 names the subresources of namespaces', async () => {
    const plain = resourcesOf((await box.client.get('/api/v1')).body).filter((r) => r.name.startsWith('namespaces/'))
    expect(Object.fromEntries(plain.map(({ name, verbs }) => [name, verbs.toSorted()]))).toEqual({
      'namespaces/finalize': ['update'],
      'namespaces/status': ['get', 'patch', 'update'],
    })
    const accept = `${MediaType.aggregatedDiscovery},application/json`
    const { body } = await box.client.get('/api', {}, { accept })
    const [version] = body.items![0]!.versions as { resources: { resource: string; subresources?: object[] }[] }[]
    const namespaces = version!.resources.find((one) => one.resource === 'namespaces')!
    expect(namespaces.subresources).toMatchObject([
      { subresource: 'finalize', verbs: ['update'] },
      { subresource: 'status', verbs: ['get', 'patch', 'update'] },
    ])
  })

  it('V6 describes each group version in OpenAPI, with what kubectl needs', async () => {
    const index = JSON.parse((await box.client.get('/openapi/v3')).text) as OpenApiIndex
    const { paths } = index
    for (const [key, kind, path] of [
      ['api/v1', { group: '', version: 'v1', kind: 'ConfigMap' }, '/api/v1/namespaces/{namespace}/configmaps/{name}'],
      [
        'apis/coordination.k8s.io/v1',
        { group: 'coordination.k8s.io', version: 'v1', kind: 'Lease' },
        '/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases/{name}',
      ],
    ] as const) {
      const document = expectStatus(await box.client.get(paths[key]!.serverRelativeURL), 200)
      expect(document.openapi).toMatch(/^3\.0/)
      const operations = (document.paths as Record<string, { patch?: Record<string, unknown> }>)[path]!
      expect(operations.patch).toMatchObject({ 'x-kubernetes-group-version-kind': kind })
      const names = JSON.stringify([operations.patch!.parameters, operations])
      expect(names).toContain('fieldValidation')
    }
    for (const key of Object.keys(paths).filter((each) => each.startsWith('api')))
      expectStatus(await box.client.get(paths[key]!.serverRelativeURL), 200)
    expect((await box.client.get('/openapi/v3/apis/no.group/v1')).status).toBe(404)
  })

  it('V12 describes all that is served in one OpenAPI v2 document', async () => {
    const answer = await box.client.get('/openapi/v2')
    const { swagger, definitions } = expectStatus(answer, 200)
    expect([swagger, answer.headers['content-type']]).toEqual(['2.0', MediaType.json])
    const kinds = Object.values(definitions as Record<string, { [KIND_EXTENSION]?: unknown[] }>)
    const described = kinds.flatMap((definition) => definition[KIND_EXTENSION] ?? [])
    for (const [group, kind] of [
      ['', 'ConfigMap'],
      ['', 'SecretList'],
      ['coordination.k8s.io', 'Lease'],
    ])
      expect(described).toContainEqual({ group, version: 'v1', kind })
  })

  it('V12 gives it as JSON or as protobuf, whichever is asked for', async () => {
    const asked = (accept: string) => box.client.get('/openapi/v2', {}, { accept })
    for (const accept of [MediaType.openApiV2Protobuf, MediaType.openApiV2ProtobufAsked]) {
      const { status, headers, bytes } = await asked(accept)
      expect([status, headers['content-type'], headers.vary]).toEqual([200, MediaType.openApiV2Protobuf, 'Accept'])
      // field 1 of the document: swagger, of three bytes
      expect(bytes.subarray(0, 5).toString('latin1')).toBe('\n\x032.0')
      expect(bytes.includes('io.k8s.api.core.v1.ConfigMap')).toBe(true)
    }
    for (const accept of ['*/*', 'application/*', `text/html, ${MediaType.json};q=0.5`])
      expect(expectStatus(await asked(accept), 200).swagger).toBe('2.0')
    const refused = await asked('text/html')
    expect([refused.status, refused.body.reason]).toEqual([406, 'NotAcceptable'])
  })

  it('V12 answers 304 to who has it, in that form', async () => {
    const forms = [MediaType.json, MediaType.openApiV2ProtobufAsked]
    const etags = await Promise.all(
      forms.map(async (accept) => (await box.client.get('/openapi/v2', {}, { accept })).headers.etag!),
    )
    for (const [i, accept] of forms.entries()) {
      const again = await box.client.get('/openapi/v2', {}, { accept, 'if-none-match': etags[i]! })
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etags[i]])
      const other = await box.client.get('/openapi/v2', {}, { accept, 'if-none-match': etags[1 - i]! })
      expect(other.status).toBe(200)
    }
  })

  it('V7 says which paths there are not', async () => {
    for (const path of ['/nowhere', '/apis/no.group', '/apis/no.group/v1/things']) {
      const answer = await box.client.get(path)
      expect([path, answer.status, answer.text.trim()]).toEqual([path, 404, '404 page not found'])
      expect(answer.headers['content-type']).toMatch(/^text\/plain/)
    }
    const resources = ['/api/v2', '/api/v1/unknowns', '/api/v1/namespaces/default/unknowns']
    for (const path of [...resources, '/apis/coordination.k8s.io/v9', '/apis/coordination.k8s.io/v1/unknowns']) {
      const { status, body } = await box.client.get(path)
      expect([path, status, body.reason, body.details]).toEqual([path, 404, 'NotFound', {}])
      expect(body.message).toBe('the server could not find the requested resource')
    }
  })

  it('V8 says which methods a path does not have', async () => {
    const collection = '/api/v1/namespaces/default/configmaps'
    const wrong = [
      ['POST', `${collection}/a`],
      ['PUT', collection],
      ['PATCH', collection],
      ['OPTIONS', collection],
      ['POST', '/version'],
    ] as const
    for (const [method, path] of wrong) {
      const { status, body } = await box.client.request(method, path, { body: {} })
      expect([method, path, status, body.kind, body.code]).toEqual([method, path, 405, 'Status', 405])
    }
    expect((await box.client.request('HEAD', collection)).status).toBe(405)
  })

  it('V9 tells who asks', async () => {
    const object = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
    const answer = await box.client.post('/apis/authentication.k8s.io/v1/selfsubjectreviews', object)
    const { userInfo } = expectStatus(answer, 201).status as { userInfo: { username: string; groups: string[] } }
    expect(userInfo.username.length).toBeGreaterThan(0)
    expect(userInfo.groups).toEqual(expect.arrayContaining(['system:masters', 'system:authenticated']))
  })

  it('V10 tells what the asking user may do', async () => {
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
    const review = (spec: object) =>
      box.client.post(path, { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec })
    const resource = { resourceAttributes: { namespace: 'default', verb: 'create', resource: 'configmaps' } }
    const other = { nonResourceAttributes: { path: '/version', verb: 'get' } }
    for (const spec of [resource, other]) {
      const { spec: shown, status } = expectStatus(await review(spec), 201)
      expect([shown, (status as { allowed: boolean }).allowed]).toEqual([spec, true])
    }
    for (const spec of [{}, { ...resource, ...other }]) {
      const { body } = await review(spec)
      expect(body).toMatchObject({ code: 422, reason: 'Invalid' })
      expect(body.message).toContain('exactly one of nonResourceAttributes or resourceAttributes must be specified')
    }
    expect((await box.client.get(path)).status).toBe(405)
  })

  it('V14 tells all that the asking user may do', async () => {
    const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews'
    const review = (spec: object) =>
      box.client.post(path, { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec })
    const { spec, status } = expectStatus(await review({ namespace: 'default' }), 201)
    expect(spec).toEqual({})
    expect(status).toEqual({
      resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
      incomplete: false,
    })
    expect((await review({})).body).toMatchObject({ code: 400, message: 'no namespace on request' })
  })
})

import { describe, expect, it } from 'vitest'
import { storedResources } from '../support/definitions.ts'
import { kindsData } from '../../src/kinds/kinds-data.ts'
import type { JsonObject } from '../../src/wire/object.ts'
import { zeroBodies } from '../kinds/zero-bodies.ts'
import { useBlackBox } from '../support/black-box.ts'
import { type Answer, type ApiClient, PATCH_TYPES } from '../support/client.ts'
import { expectStatus, type Sandbox, uniqueName } from '../support/sandbox.ts'

const YAML = 'application/yaml'

interface Attempt {
  client: ApiClient
  /** of the collection */
  path: string
  name: string
  version?: string | undefined
  body: JsonObject
}

type Way = (attempt: Attempt) => Promise<Answer>

const sendAs =
  (method: string, type: string, query: Record<string, string> = {}): Way =>
  (at) =>
    at.client.request(method, method === 'POST' ? at.path : `${at.path}/${at.name}`, {
      raw: JSON.stringify(withName(at)),
      headers: { 'content-type': type },
      query,
    })

const createAs =
  (type: string, query: Record<string, string> = {}): Way =>
  (at) =>
    sendAs('POST', type, query)({ ...at, name: uniqueName('zero') })

const updateAs =
  (type: string): Way =>
  async (at) => {
    const { metadata } = (await at.client.get(`${at.path}/${at.name}`)).body
    return sendAs('PUT', type)({ ...at, version: metadata.resourceVersion })
  }

/** How a value comes into an object. JSON is YAML too. */
const WAYS: Record<string, Way> = {
  'a dry run': createAs('application/json', { dryRun: 'All' }),
  'a create': createAs('application/json'),
  'a create in YAML': createAs(YAML),
  'an update': updateAs('application/json'),
  'an update in YAML': updateAs(YAML),
  'an apply': sendAs('PATCH', PATCH_TYPES.apply, { fieldManager: 'm', force: 'true' }),
  'a merge patch': sendAs('PATCH', PATCH_TYPES.merge),
  'a strategic merge patch': sendAs('PATCH', PATCH_TYPES.strategic),
  'a JSON Patch': (at) =>
    at.client.request('PATCH', `${at.path}/${at.name}`, {
      body: Object.entries(withName(at)).map(([key, value]) => ({ op: 'add', path: `/${key}`, value })),
      headers: { 'content-type': PATCH_TYPES.json },
    }),
}

/** The body with the name, unless the name or the metadata is what it tries. */
function withName({ name, version, body }: Attempt): JsonObject {
  const { metadata = {} } = body
  return metadata === null || typeof metadata !== 'object' || Array.isArray(metadata)
    ? body
    : { ...body, metadata: { name, ...(version ? { resourceVersion: version } : {}), ...metadata } }
}

describe('zero values', () => {
  const box = useBlackBox()

  it('B16 null in the data of a Secret or ConfigMap is empty, by each way in', async () => {
    const ns = await box.sandbox()
    const kinds = [
      { resource: 'secrets', kind: 'Secret', field: 'data' },
      { resource: 'configmaps', kind: 'ConfigMap', field: 'binaryData' },
      { resource: 'configmaps', kind: 'ConfigMap', field: 'data' },
    ]
    for (const { resource, kind, field } of kinds) {
      const path = ns.path(resource)
      for (const [way, send] of Object.entries(WAYS)) {
        const name = uniqueName('z')
        expectStatus(await ns.client.post(path, { metadata: { name } }), 201)
        const body = { apiVersion: 'v1', kind, [field]: { k: null } }
        const answer = await send({ client: ns.client, path, name, body })
        // There null takes a member away.
        const expected = way.includes('merge patch') ? undefined : { k: '' }
        expect([way, answer.status < 300, answer.body[field]]).toEqual([way, true, expected])
      }
    }
  })

  it.each(storedResources.map((definition) => [definition.kind, definition] as const))(
    'B13 B16 in every position of a %s are stored or refused, whichever way they come',
    async (_kind, definition) => {
      const ns = await box.sandbox()
      const collection = pathOf(ns, definition)
      const data = kindsData.resources.find(
        ({ kind, group }) => kind === definition.kind && group === definition.group,
      )!
      const name = uniqueName('zero')
      const base = {
        apiVersion: definition.group ? `${definition.group}/${definition.version}` : 'v1',
        kind: definition.kind,
      }
      const created = await ns.client.post(collection, {
        ...base,
        metadata: { name },
        ...namespaceOf(definition.kind, ns),
      })
      const { metadata } = expectStatus(created, 201)
      const ways = Object.entries(WAYS)
      let turn = 0
      for (const { path, value, body } of zeroBodies([data])) {
        const chosen = value === null ? ways : [ways[turn++ % ways.length]!]
        for (const [way, send] of chosen) {
          const attempt = { client: ns.client, path: collection, name, body: { ...base, ...body } }
          const { status } = await send(attempt)
          expect([way, path, value, status >= 200 && status < 500]).toEqual([way, path, value, true])
        }
      }
      expect((await ns.client.get(`${collection}/${name}`)).body.metadata.uid).toBe(metadata.uid)
    },
    60_000,
  )
})

const pathOf = (ns: Sandbox, { group, version, resource, namespaced }: (typeof storedResources)[number]) =>
  `${group ? `/apis/${group}` : '/api'}/${version}${namespaced ? `/namespaces/${ns.name}` : ''}/${resource}`

/** What an object of a kind needs beyond its name. */
const namespaceOf = (kind: string, ns: Sandbox) => (kind === 'Event' ? { involvedObject: { namespace: ns.name } } : {})

import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import type { Answer, PatchKind } from '../support/client.ts'
import { configMap, lease, secret } from '../support/objects.ts'
import type { Sandbox } from '../support/sandbox.ts'

/** No answer that refuses is longer, whatever was sent. */
const MAX_ANSWER_BYTES = 65_536

const LONG = 'x'.repeat(900_000)
/** Each character of it is six in JSON, and more in JSON within JSON. */
const ESCAPED = '\u0001'.repeat(150_000)
const MANY = Array.from({ length: 120 }, (_, n) => `${'y'.repeat(2_500)}${n}`)
/** As long as a URL may carry. */
const IN_URL = 'z'.repeat(50_000)

const bodies: Record<string, (value: string) => unknown> = {
  name: (name) => configMap(name),
  generateName: (generateName) => ({ ...configMap('a'), metadata: { generateName } }),
  'name and its namespace': (name) => ({ ...configMap('a'), metadata: { name, namespace: name } }),
  kind: (kind) => ({ ...configMap('a'), kind }),
  apiVersion: (apiVersion) => ({ ...configMap('a'), apiVersion }),
  'both of them': (kind) => ({ ...configMap('a'), kind, apiVersion: kind }),
  resourceVersion: (resourceVersion) => configMap('a', {}, { resourceVersion }),
  label: (value) => configMap('a', {}, { labels: { k: value } }),
  'key of a label': (key) => configMap('a', {}, { labels: { [key]: 'v' } }),
  'key of an annotation': (key) => configMap('a', {}, { annotations: { [key]: 'v' } }),
  finalizer: (name) => configMap('a', {}, { finalizers: [name] }),
  owner: (text) => configMap('a', {}, { ownerReferences: [{ apiVersion: text, kind: text, name: text, uid: '' }] }),
  'key of the data': (key) => configMap('a', { [key]: 'v' }),
  'field that is not known': (name) => ({ ...configMap('a'), [name]: 1 }),
  'field within one': (name) => ({ ...configMap('a'), metadata: { name: 'a', [name]: { [name]: 1 } } }),
  'value of another type': (value) => ({ ...configMap('a'), data: value }),
  time: (value) => configMap('a', {}, { creationTimestamp: value }),
  managedFields: (text) => configMap('a', {}, { managedFields: [{ manager: text, operation: text }] } as object),
}

const shape = ({ status, bytes }: Answer) => ({
  refused: status < 500,
  isShort: bytes.length <= MAX_ANSWER_BYTES,
})
const FINE = { refused: true, isShort: true }

describe('a value that is too long to be shown', () => {
  const box = useBlackBox()

  it.each(Object.keys(bodies))('B23 is shortened: %s', async (what) => {
    const ns = await box.sandbox()
    for (const value of [LONG, ESCAPED]) {
      const body = bodies[what]!(value)
      const sent: [string, Promise<Answer>][] = [
        ['create', ns.client.post(ns.configMaps, body, { fieldValidation: 'Strict' })],
        ['update', ns.client.put(`${ns.configMaps}/a`, body, { fieldValidation: 'Warn' })],
        ...(['merge', 'strategic', 'apply'] as const).map((kind): [string, Promise<Answer>] => [
          kind,
          ns.client.patch(`${ns.configMaps}/a`, kind, body, kind === 'apply' ? { fieldManager: 'm' } : {}),
        ]),
      ]
      for (const [how, answer] of sent) expect([how, shape(await answer)]).toEqual([how, FINE])
      // a patch is looked at where there is something to patch
      await ns.client.post(ns.configMaps, configMap('a'))
    }
  })

  it('B23 is shortened in kinds and options of their own', async () => {
    const ns = await box.sandbox()
    await ns.create('a')
    const options = (more: object) => ns.client.request('DELETE', `${ns.configMaps}/none`, { body: more })
    const answers = [
      ns.client.post(ns.path('secrets'), secret('s', { type: LONG, data: { k: LONG } })),
      ns.client.post(ns.leases, lease('l', { renewTime: LONG, holderIdentity: '' })),
      options({ kind: LONG, apiVersion: LONG }),
      options({ propagationPolicy: LONG }),
      options({ dryRun: MANY }),
      options({ preconditions: { uid: LONG, resourceVersion: LONG } }),
      ns.patch('a', 'json', [{ op: LONG, path: `/${LONG}`, [LONG]: 1 }]),
      ns.patch('a', 'json', [{ op: 'test', path: `/data/${LONG}`, value: 1 }]),
      ns.patch('a', 'strategic', { data: { $patch: LONG } }),
    ]
    for (const [index, answer] of (await Promise.all(answers)).entries())
      expect([index, shape(answer)]).toEqual([index, FINE])
  })

  it('B23 is shortened many times over', async () => {
    const ns = await box.sandbox()
    await ns.create('a')
    const keyed = Object.fromEntries(MANY.map((key) => [key, `${key}!`]))
    const requests: [PatchKind | 'create', unknown][] = [
      ['create', configMap('b', keyed, { labels: keyed, annotations: keyed, finalizers: MANY })],
      ['create', { ...configMap('b'), ...keyed }],
      ['merge', { metadata: { labels: keyed }, data: keyed }],
      ['apply', { ...configMap('a'), ...keyed }],
    ]
    for (const [how, body] of requests) {
      const answer = await (how === 'create'
        ? ns.client.post(ns.configMaps, body, { fieldValidation: 'Strict' })
        : ns.patch('a', how, body, how === 'apply' ? { fieldManager: 'm' } : { fieldValidation: 'Strict' }))
      expect([how, answer.status >= 400, shape(answer)]).toEqual([how, true, FINE])
    }
  })

  it('B23 is shortened where it stands in the URL', async () => {
    const ns = await box.sandbox()
    const parameters = [
      'labelSelector',
      'fieldSelector',
      'continue',
      'resourceVersion',
      'resourceVersionMatch',
      'limit',
    ]
    const places = [
      ns.path(IN_URL),
      `${ns.configMaps}/${IN_URL}`,
      `/api/v1/namespaces/${IN_URL}/configmaps`,
      `/api/v1/namespaces/${IN_URL}/configmaps/${'x'.repeat(1_000)}`,
      `/apis/${IN_URL}/v1`,
      ...parameters.map((name) => `${ns.configMaps}?${name}=${IN_URL}`),
      ...parameters.map((name) => `${ns.configMaps}?${name}=!!${encodeURIComponent(`"${IN_URL.slice(0, 9_000)}`)}`),
      `${ns.configMaps}?labelSelector=${encodeURIComponent(`a in (${IN_URL})`)}`,
      `${ns.configMaps}?fieldSelector=${IN_URL}=b`,
      `${ns.configMaps}/a?timeout=${IN_URL}`,
    ]
    for (const path of places)
      expect([path.slice(0, 60), shape(await ns.client.get(path))]).toEqual([path.slice(0, 60), FINE])
    const control = `${ns.configMaps}?fieldManager=${'%01'.repeat(20_000)}`
    expect(shape(await ns.client.post(control, configMap('a')))).toEqual(FINE)
    for (const name of ['fieldManager', 'fieldValidation', 'dryRun', 'propagationPolicy'])
      for (const method of ['POST', 'DELETE'])
        expect(
          shape(
            await ns.client.request(method, `${ns.configMaps}${method === 'POST' ? '' : '/a'}?${name}=${IN_URL}`, {
              ...(method === 'POST' ? { body: configMap('a') } : {}),
            }),
          ),
        ).toEqual(FINE)
  })

  it('B23 keeps what is needed to know it', async () => {
    const ns: Sandbox = await box.sandbox()
    const { status, body } = await ns.client.post(ns.configMaps, configMap(`${'A'.repeat(300)}${LONG}`))
    expect(status).toBe(422)
    expect(body.message).toMatch(/^ConfigMap "A{300}x+…" is invalid: \[?metadata\.name: Invalid value: "A{300}x+…": /)
    expect(body.details!.name).toMatch(/^A{300}x+…$/)
  })
})

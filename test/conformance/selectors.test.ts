import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { briefly } from '../support/event-queue.ts'
import { eventObject, namesIn, secret, serviceAccount } from '../support/objects.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

async function labelled(ns: Sandbox): Promise<void> {
  await ns.create('o1', {}, { labels: { env: 'prod', tier: 'a', n: '1' } })
  await ns.create('o2', {}, { labels: { env: 'dev', n: '12' } })
  await ns.create('o3')
}

const LABELS: Record<string, string[]> = {
  env: ['o1', 'o2'],
  '!env': ['o3'],
  'env=prod': ['o1'],
  'env==dev': ['o2'],
  'env!=prod': ['o2', 'o3'],
  'env=': [],
  'env in (prod,dev)': ['o1', 'o2'],
  'env notin (prod)': ['o2', 'o3'],
  'env=prod,tier=a': ['o1'],
  'env=prod,tier=b': [],
  'env in (prod,dev),!tier': ['o2'],
  'n>5': ['o2'],
  'n<5': ['o1'],
  'env>5': [],
  '': ['o1', 'o2', 'o3'],
}

describe('selectors', () => {
  const box = useBlackBox()

  it('S1 by label', async () => {
    const ns = await box.sandbox()
    await labelled(ns)
    for (const [labelSelector, names] of Object.entries(LABELS))
      expect([labelSelector, namesIn(await ns.list({ labelSelector }))]).toEqual([labelSelector, names])
  })

  it('S2 with blanks anywhere, encoded either way', async () => {
    const ns = await box.sandbox()
    await labelled(ns)
    const encoded = ['env+in+%28prod%2Cdev%29', '%20env%20in%20(%20prod%20,%20dev%20)%20', 'env%20in%20(dev,prod)']
    for (const text of encoded) {
      const list = expectStatus(await ns.client.get(`${ns.configMaps}?labelSelector=${text}`), 200)
      expect([text, namesIn(list)]).toEqual([text, ['o1', 'o2']])
    }
  })

  it('S3 by a label selector that is none are refused', async () => {
    const ns = await box.sandbox()
    const expected: Record<string, RegExp> = {
      'a in b': /unable to parse requirement: found 'b' expected: '\('/,
      '!!': /unable to parse requirement/,
      '=': /found '=', expected/,
      'a,': /expected: identifier after ','/,
      'a in (b': /expected: ',' or '\)'/,
      '-x=1': /name part must/,
      'a=-x': /a valid label must/,
      'a>x': /the value must be an integer/,
    }
    for (const [labelSelector, words] of Object.entries(expected)) {
      for (const query of [{ labelSelector }, { labelSelector, watch: true }]) {
        const { body } = await ns.client.get(ns.configMaps, query)
        expect([labelSelector, body.code, body.reason]).toEqual([labelSelector, 400, 'BadRequest'])
        expect(body.message).toMatch(words)
      }
    }
  })

  it('S4 by name and namespace', async () => {
    const ns = await box.sandbox()
    await labelled(ns)
    const expected: Record<string, string[]> = {
      'metadata.name=o2': ['o2'],
      'metadata.name==o2': ['o2'],
      'metadata.name!=o2': ['o1', 'o3'],
      'metadata.name=none': [],
      [`metadata.namespace=${ns.name}`]: ['o1', 'o2', 'o3'],
      'metadata.namespace=elsewhere': [],
      'metadata.name=o1,metadata.namespace!=elsewhere': ['o1'],
      'metadata.name=o1,metadata.name=o2': [],
    }
    for (const [fieldSelector, names] of Object.entries(expected))
      expect([fieldSelector, namesIn(await ns.list({ fieldSelector }))]).toEqual([fieldSelector, names])
  })

  it('S5 by the fields of Namespaces, Secrets and Events', async () => {
    const ns = await box.sandbox()
    const selected = async (path: string, fieldSelector: string) =>
      namesIn(expectStatus(await ns.client.get(path, { fieldSelector }), 200))
    expect(await selected('/api/v1/namespaces', 'status.phase=Active')).toContain(ns.name)
    expect(await selected('/api/v1/namespaces', 'status.phase!=Active')).not.toContain(ns.name)
    const secrets = ns.path('secrets')
    expectStatus(await ns.client.post(secrets, secret('plain')), 201)
    expectStatus(await ns.client.post(secrets, secret('odd', { type: 'example.com/odd' })), 201)
    expect(await selected(secrets, 'type=example.com/odd')).toEqual(['odd'])
    expect(await selected(secrets, 'type=Opaque')).toEqual(['plain'])
    const events = ns.path('events')
    const from = { source: { component: 'tester' }, reportingComponent: 'example.com/tester' }
    expectStatus(await ns.client.post(events, eventObject('e1', ns.name, 'a', from)), 201)
    expectStatus(await ns.client.post(events, eventObject('e2', ns.name, 'b', { type: 'Warning' })), 201)
    const about = ['involvedObject.name=a', 'involvedObject.kind=ConfigMap,type=Normal', 'type!=Warning']
    const by = [
      'source=tester',
      'reportingComponent=example.com/tester',
      `involvedObject.namespace=${ns.name},type=Normal`,
    ]
    for (const selector of [...about, ...by])
      expect([selector, await selected(events, selector)]).toEqual([selector, ['e1']])
    expect(await selected(events, 'reason=Tested')).toEqual(['e1', 'e2'])
  })

  it('S6 by a field that the kind does not have are refused', async () => {
    const ns = await box.sandbox()
    await labelled(ns)
    const bad = [
      [ns.configMaps, 'data.k=1', '"data.k" is not a known field selector: only "metadata.name", "metadata.namespace"'],
      [ns.configMaps, 'metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
      [ns.path('secrets'), 'data.k=1', 'field label not supported: data.k'],
      ['/api/v1/namespaces', 'metadata.namespace=x', 'field label not supported: metadata.namespace'],
    ] as const
    for (const [path, fieldSelector, message] of bad) {
      for (const query of [{ fieldSelector }, { fieldSelector, watch: true }]) {
        const { body } = await ns.client.get(path, query)
        expect(body).toMatchObject({ code: 400, reason: 'BadRequest', message })
      }
    }
  })

  it('S7 mean the same in a list, a watch and a DELETE of a collection', async () => {
    const ns = await box.sandbox()
    await labelled(ns)
    const query = { labelSelector: 'env', fieldSelector: 'metadata.name!=o2' }
    expect(namesIn(await ns.list(query))).toEqual(['o1'])
    const watch = await ns.watch({ ...query, resourceVersion: await ns.version() })
    const deleted = expectStatus(await ns.client.delete(ns.configMaps, undefined, query), 200)
    expect(namesIn(deleted)).toEqual(['o1'])
    expectStatus(await ns.client.post(ns.path('serviceaccounts'), serviceAccount('other-kind')), 201)
    await ns.create('end', {}, { labels: { env: 'end' } })
    expect((await watch.events.takeUntil((event) => event.object.metadata.name === 'end')).map(briefly)).toEqual([
      'DELETED o1',
      'ADDED end',
    ])
    watch.close()
  })
})

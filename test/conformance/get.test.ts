import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { configMap, lease, versionIn } from '../support/objects.ts'
import { expectStatus } from '../support/sandbox.ts'

const ODD_TEXTS = {
  accents: 'héllo 世界 \u{1F600} é e\u0301',
  control: '\u0000\u001f\u2028',
  quotes: '"quoted" \\ / end',
  empty: '',
  number: '9007199254740993',
}

describe('get', () => {
  const box = useBlackBox()

  it('G1 answers the object as stored, character for character', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', ODD_TEXTS)
    const read = await ns.read('a')
    expect(read).toEqual(created)
    expect(read.data).toEqual(ODD_TEXTS)
    expect([read.kind, read.apiVersion]).toEqual(['ConfigMap', 'v1'])
    expectStatus(await ns.client.post(ns.leases, lease('l')), 201)
    const held = expectStatus(await ns.client.get(`${ns.leases}/l`), 200)
    expect([held.kind, held.apiVersion]).toEqual(['Lease', 'coordination.k8s.io/v1'])
  })

  it('G2 of a missing name is NotFound, in a missing namespace too', async () => {
    const ns = await box.sandbox()
    for (const path of [`${ns.configMaps}/none`, '/api/v1/namespaces/no-such-namespace/configmaps/none']) {
      const { body } = await ns.client.get(path)
      expect(body).toMatchObject({ code: 404, reason: 'NotFound', message: 'configmaps "none" not found' })
      expect(body.details).toEqual({ name: 'none', kind: 'configmaps' })
    }
    const { body } = await ns.client.get(`${ns.leases}/none`)
    expect(body.message).toBe('leases.coordination.k8s.io "none" not found')
    expect(body.details).toEqual({ name: 'none', group: 'coordination.k8s.io', kind: 'leases' })
  })

  it('G3 shows what was acknowledged before it, with a version that has been reached too', async () => {
    const ns = await box.sandbox()
    let current = await ns.create('a', { n: '0' })
    for (let n = 1; n <= 10; n++) {
      current = await ns.update(current, { n: String(n) })
      for (const resourceVersion of [undefined, '', '0', current.metadata.resourceVersion]) {
        const answer = await ns.client.get(`${ns.configMaps}/a`, { resourceVersion })
        expect(expectStatus(answer, 200)).toEqual(current)
      }
    }
  })

  it('G4 with a version of the future is a Timeout that can be tried again', async () => {
    const ns = await box.sandbox()
    const future = String(versionIn(await ns.create('a')) + 10n ** 12n)
    const start = performance.now()
    const answer = await ns.client.get(`${ns.configMaps}/a`, { resourceVersion: future })
    expect(performance.now() - start).toBeGreaterThan(2_990)
    expect([answer.status, answer.headers['retry-after']]).toEqual([504, '1'])
    expect(answer.body).toMatchObject({ reason: 'Timeout', code: 504 })
    expect(answer.body.message).toMatch(new RegExp(`^Timeout: Too large resource version: ${future}, current: \\d+$`))
    expect(answer.body.details).toEqual({
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    })
  })

  it('G4 L14 with a version that comes within three seconds answers when it is there', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a')
    // versions follow the time, 4,096 a millisecond; those of the next five seconds count as there
    const soon = String(BigInt(Date.now() + 6_500 - Date.UTC(2025, 0, 1)) * 4_096n)
    const start = performance.now()
    const [object, list] = await Promise.all([
      ns.client.get(`${ns.configMaps}/a`, { resourceVersion: soon }),
      ns.client.get(ns.configMaps, { resourceVersion: soon }),
    ])
    expect(performance.now() - start).toBeGreaterThan(1_000)
    expect(expectStatus(object, 200)).toEqual(created)
    expect(expectStatus(list, 200).items).toHaveLength(1)
  })

  it('G5 ignores `watch` on the path of one object', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a')
    expect(expectStatus(await ns.client.get(`${ns.configMaps}/a`, { watch: true }), 200)).toEqual(created)
  })

  it('G2 tells names that only look alike apart', async () => {
    const ns = await box.sandbox()
    await ns.create('a.b')
    expect((await ns.client.get(`${ns.configMaps}/a-b`)).status).toBe(404)
    expectStatus(await ns.client.post(ns.configMaps, configMap('a-b')), 201)
    expect((await ns.read('a.b')).metadata.name).toBe('a.b')
  })
})

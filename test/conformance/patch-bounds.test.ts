import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { type Answer, PATCH_TYPES, type PatchKind } from '../support/client.ts'
import { namesIn } from '../support/objects.ts'
import { PLAIN_KINDS, setK } from '../support/patches.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

/** No patch may keep a namespace busy for longer, whatever it says. */
const BOUND_MS = 5_000

async function timed(work: () => Promise<Answer>): Promise<Answer> {
  const begun = performance.now()
  const answer = await work()
  expect(performance.now() - begun).toBeLessThan(BOUND_MS)
  return answer
}

const sendRaw = (ns: Sandbox, kind: PatchKind, raw: string) =>
  timed(() =>
    ns.client.request('PATCH', `${ns.configMaps}/a`, {
      raw,
      headers: { 'content-type': PATCH_TYPES[kind] },
      ...(kind === 'apply' ? { query: { fieldManager: 'm' } } : {}),
    }),
  )

/** The answer is a Status of the client's fault, and the object is as it was. */
async function expectHarmless(ns: Sandbox, answer: Answer, codes: number[]): Promise<void> {
  expect([answer.body.kind, answer.body.status, answer.body.code]).toEqual(['Status', 'Failure', answer.status])
  expect(codes).toContain(answer.status)
  expect(answer.text.length).toBeLessThan(20_000)
  expect((await ns.read('a')).data).toEqual({ k: '1' })
}

describe('the cost of a patch', () => {
  const box = useBlackBox()

  const prepared = async () => {
    const ns = await box.sandbox()
    await ns.create('a', { k: '1' })
    return ns
  }

  it('P20 is bounded in operations: ten thousand are done, one more is refused', async () => {
    const ns = await prepared()
    const operations = Array.from({ length: 10_000 }, (_, i) => ({ op: 'add', path: '/data/k', value: String(i) }))
    const refused = await timed(() => ns.patch('a', 'json', [...operations, operations[0]]))
    await expectHarmless(ns, refused, [413])
    expect(refused.body).toMatchObject({ reason: 'RequestEntityTooLarge' })
    const limit = 'The allowed maximum operations in a JSON patch is 10000, got 10001'
    expect(refused.body.message).toBe(`Request entity too large: ${limit}`)
    const done = expectStatus(await timed(() => ns.patch('a', 'json', operations)), 200)
    expect(done.data).toEqual({ k: '9999' })
  })

  it('P20 is bounded in copies', async () => {
    const ns = await prepared()
    const seed = { op: 'add', path: '/data/c0', value: 'x'.repeat(1000) }
    const doubling = Array.from({ length: 40 }, (_, i) => ({ op: 'copy', from: '/data', path: `/d${i}` }))
    const nesting = Array.from({ length: 40 }, (_, i) => ({ op: 'copy', from: '', path: `/data/n${i}` }))
    const wide = Array.from({ length: 9_000 }, (_, i) => ({ op: 'copy', from: '/data/c0', path: `/data/w${i}` }))
    for (const copies of [doubling.map((one, i) => (i % 2 ? one : { ...one, path: `/data/d${i}` })), nesting, wide])
      await expectHarmless(ns, await timed(() => ns.patch('a', 'json', [seed, ...copies])), [422])
  })

  it('P20 is bounded in long lists', async () => {
    const ns = await prepared()
    const list = { op: 'add', path: '/metadata/finalizers', value: Array.from({ length: 200_000 }, (_, i) => i) }
    const inserts = Array.from({ length: 9_000 }, () => ({ op: 'add', path: '/metadata/finalizers/0', value: 1 }))
    await expectHarmless(ns, await timed(() => ns.patch('a', 'json', [list, ...inserts])), [413, 422])
    const tests = Array.from({ length: 9_000 }, () => ({ op: 'test', path: '/metadata/finalizers', value: [] }))
    await expectHarmless(ns, await timed(() => ns.patch('a', 'json', [list, ...tests])), [413, 422])
  })

  it('P20 is bounded in names of one item', async () => {
    const ns = await box.sandbox()
    const path = ns.path('serviceaccounts')
    const secrets = Array.from({ length: 2_000 }, (_, i) => ({ name: `s${i}` }))
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'sa' }, secrets }
    expectStatus(await ns.client.post(path, account), 201)
    const again = Array.from({ length: 60_000 }, () => ({ name: 's0' }))
    const answer = await timed(() => ns.client.patch(`${path}/sa`, 'strategic', { secrets: again }))
    expect([200, 400, 413, 422]).toContain(answer.status)
    const order = { '$setElementOrder/secrets': again, '$deleteFromPrimitiveList/secrets': again.map(() => 's0') }
    const ordered = await timed(() => ns.client.patch(`${path}/sa`, 'strategic', order))
    expect([200, 400, 413, 422]).toContain(ordered.status)
  })

  it('P20 B11 is bounded in depth', async () => {
    const ns = await prepared()
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    const deepList = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    for (const levels of [300, 5_000, 100_000]) {
      for (const kind of ['merge', 'strategic', 'apply'] as const)
        for (const value of [deep(levels), deepList(levels)]) {
          const head = kind === 'apply' ? '"apiVersion":"v1","kind":"ConfigMap",' : ''
          const answer = await sendRaw(ns, kind, `{${head}"metadata":{"name":"a"},"data":${value}}`)
          await expectHarmless(ns, answer, [400, 413, 422])
        }
      const add = `[{"op":"add","path":"/data","value":${deep(levels)}}]`
      await expectHarmless(ns, await sendRaw(ns, 'json', add), [400, 413, 422])
      const test = `[{"op":"test","path":"/data","value":${deepList(levels)}}]`
      await expectHarmless(ns, await sendRaw(ns, 'json', test), [400, 413, 422])
      const pointer = `[{"op":"remove","path":"${'/a'.repeat(levels)}"}]`
      await expectHarmless(ns, await sendRaw(ns, 'json', pointer), [400, 413, 422])
    }
  })

  it('P20 is bounded where the depth grows by copies', async () => {
    const ns = await prepared()
    const dig = Array.from({ length: 400 }, () => [
      { op: 'copy', from: '/data', path: '/metadata/labels' },
      { op: 'add', path: '/data', value: {} },
      { op: 'move', from: '/metadata/labels', path: '/data/a' },
    ]).flat()
    await expectHarmless(ns, await timed(() => ns.patch('a', 'json', dig)), [400, 413, 422])
  })

  it('P20 B2 is bounded in aliases of YAML', async () => {
    const ns = await prepared()
    const names = Array.from({ length: 40 }, (_, i) => `a${i}`)
    const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'
    const lists = names.map(
      (name, i) => `${name}: &${name} [${i === 0 ? 'x' : `*a${i - 1}`.concat(`, *a${i - 1}`.repeat(9))}]`,
    )
    const maps = names.map((name, i) => {
      const members = Array.from({ length: 10 }, (_, k) => `k${k}: ${i === 0 ? 'x' : `*a${i - 1}`}`)
      return `${name}: &${name} {${members.join(', ')}}`
    })
    const merges = names.map(
      (name, i) => `${name}: &${name} {${i === 0 ? 'k: x' : `<<: *a${i - 1}, k${i}: *a${i - 1}`}}`,
    )
    for (const bomb of [lists, maps, merges])
      await expectHarmless(ns, await sendRaw(ns, 'apply', `${head}${bomb.join('\n')}\ndata: *a39\n`), [400, 413, 422])
    const circle = await sendRaw(ns, 'apply', `${head}data: &d {k: *d}\n`)
    await expectHarmless(ns, circle, [400, 413, 422])
  })

  it('P20 B8 is bounded in size', async () => {
    const ns = await prepared()
    for (const kind of PLAIN_KINDS) {
      const answer = await timed(() => ns.patch('a', kind, setK(kind, 'x'.repeat(3_200_000))))
      await expectHarmless(ns, answer, [413])
    }
  })

  it('P21 B7 is no way round the limit of an object', async () => {
    const ns = await box.sandbox()
    const half = 'x'.repeat(600_000)
    const created = await ns.create('a', { half })
    for (const kind of PLAIN_KINDS) {
      const answer = await timed(() => ns.patch('a', kind, setK(kind, half)))
      expect([kind, answer.status, answer.body.reason]).toEqual([kind, 422, 'Invalid'])
    }
    const copy = await timed(() => ns.patch('a', 'json', [{ op: 'copy', from: '/data/half', path: '/data/other' }]))
    expect(copy.status).toBe(422)
    const annotations = { big: 'x'.repeat(262_145) }
    expect((await ns.patch('a', 'merge', { metadata: { annotations } })).status).toBe(422)
    const labels = Object.fromEntries(Array.from({ length: 8_000 }, (_, i) => [`l${i}`, 'v'.repeat(60)]))
    const labelled = await timed(() =>
      ns.patch('a', 'merge', { metadata: { labels }, data: { more: 'x'.repeat(400_000) } }),
    )
    expect([413, 422]).toContain(labelled.status)
    expect(await ns.read('a')).toEqual(created)
  })

  it('P20 W24 leaves other writers their turn', async () => {
    const ns = await prepared()
    const operations = Array.from({ length: 10_000 }, (_, i) => ({ op: 'add', path: '/data/k', value: String(i) }))
    const bombs = Array.from({ length: 5 }, () => timed(() => ns.patch('a', 'json', operations)))
    const names = Array.from({ length: 10 }, (_, i) => `other-${i}`)
    for (const name of names) {
      const begun = performance.now()
      await ns.create(name)
      expect(performance.now() - begun).toBeLessThan(BOUND_MS)
    }
    for (const answer of await Promise.all(bombs)) expect(answer.status).toBe(200)
    expect(namesIn(await ns.list())).toEqual(['a', ...names])
  })
})

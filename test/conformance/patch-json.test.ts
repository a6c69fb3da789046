import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import type { Answer } from '../support/client.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

const REFUSED = 'the server rejected our request due to an error in our request'

/** The data of `a` after a JSON Patch that must be accepted. */
const patched = async (ns: Sandbox, ...operations: object[]) =>
  expectStatus(await ns.patch('a', 'json', operations), 200)

const refusal = (answer: Answer) => [answer.status, answer.body.reason, answer.body.message, answer.body.details]

describe('JSON Patch', () => {
  const box = useBlackBox()

  it('P1 carries out each kind of operation, in order', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { one: '1', two: '2', three: '3' })
    const { data, metadata } = await patched(
      ns,
      { op: 'test', path: '/data/one', value: '1' },
      { op: 'replace', path: '/data/one', value: '1b' },
      { op: 'remove', path: '/data/two' },
      { op: 'add', path: '/data/four', value: '4' },
      { op: 'copy', from: '/data/four', path: '/data/five' },
      { op: 'move', from: '/data/three', path: '/data/two' },
      { op: 'test', path: '/data/two', value: '3' },
      { op: 'add', path: '/metadata/labels', value: { tier: 'a' } },
      { op: 'add', path: '/metadata/labels/zone', value: 'b' },
    )
    expect(data).toEqual({ one: '1b', two: '3', four: '4', five: '4' })
    expect(metadata.labels).toEqual({ tier: 'a', zone: 'b' })
    const { uid, creationTimestamp } = created.metadata
    expect(metadata).toMatchObject({ uid, creationTimestamp, name: 'a' })
    expect((await ns.read('a')).data).toEqual(data)
  })

  it('P1 P4 stores nothing of a patch whose last operation fails', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const watch = await ns.watch({ resourceVersion: created.metadata.resourceVersion })
    const change = { op: 'add', path: '/data/k', value: '2' }
    for (const last of [
      { op: 'test', path: '/data/k', value: '1' },
      { op: 'remove', path: '/data/none' },
      { op: 'move', from: '/data/none', path: '/data/k' },
      { op: 'move', from: '/data', path: '/data/k' },
      { op: 'add', path: '/no/such/parent', value: 'x' },
      { op: 'add', path: '/data/k/deeper', value: 'x' },
      { op: 'replace', path: '/metadata/finalizers/0', value: 'example.com/x' },
      { op: 'frobnicate', path: '/data/k' },
      { path: '/data/k', value: 'x' },
      { op: 'add', value: 'x' },
      { op: 'copy', path: '/data/k' },
      { op: 'remove', path: '' },
    ]) {
      const answer = await ns.patch('a', 'json', [change, last])
      expect([last, ...refusal(answer)]).toEqual([last, 422, 'Invalid', REFUSED, {}])
    }
    expect(await ns.read('a')).toEqual(created)
    await ns.create('end')
    expect(await watch.events.takeBefore('end')).toEqual([])
    watch.close()
  })

  it('P4 names operation, path and reason in a header', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { k: '1' })
    const keep = { op: 'test', path: '/data/k', value: '1' }
    for (const [operation, words] of [
      [{ op: 'test', path: '/data/k', value: '2' }, ['test', '/data/k']],
      [{ op: 'remove', path: '/data/no~1ne' }, ['remove', '/data/no~1ne']],
      [{ op: 'frobnicate', path: '/data/k' }, ['frobnicate']],
    ] as const) {
      const answer = await ns.patch('a', 'json', [keep, operation])
      expect(answer.status).toBe(422)
      const told = Object.values(answer.headers).join('\n')
      for (const word of ['operation 1', ...words]) expect(told).toContain(word)
      expect(told).not.toContain('\\"')
    }
  })

  it('P2 undoes the escapes of pointers in their order', async () => {
    const ns = await box.sandbox()
    const annotations = { 'example.com/x': '1', 'example.com/z': '1' }
    await ns.create('a', {}, { annotations })
    const { metadata } = await patched(
      ns,
      { op: 'replace', path: '/metadata/annotations/example.com~1x', value: '3' },
      { op: 'add', path: '/metadata/annotations/example.com~1y', value: '4' },
      { op: 'remove', path: '/metadata/annotations/example.com~1z' },
    )
    expect(metadata.annotations).toEqual({ 'example.com/x': '3', 'example.com/y': '4' })
    // ~01 is ~1, not /: no annotation may be called so, which tells that it was read so
    const literal = await ns.patch('a', 'json', [{ op: 'add', path: '/metadata/annotations/b~01c', value: 'x' }])
    expect(literal.body.code).toBe(422)
    expect(literal.body.message).toContain('b~1c')
  })

  it('P2 P3 finds its place in a list', async () => {
    const ns = await box.sandbox()
    const named = (...names: string[]) => names.map((name) => `example.com/${name}`)
    await ns.create('a', {}, { finalizers: named('1', '3') })
    const list = '/metadata/finalizers'
    const { metadata } = await patched(
      ns,
      { op: 'add', path: `${list}/1`, value: 'example.com/2' },
      { op: 'add', path: `${list}/-`, value: 'example.com/4' },
      { op: 'add', path: `${list}/0`, value: 'example.com/0' },
      { op: 'remove', path: `${list}/-2` },
      { op: 'add', path: `${list}/-1`, value: 'example.com/last' },
    )
    expect(metadata.finalizers).toEqual(named('0', '1', '2', '4', 'last'))
    for (const path of [`${list}/9`, `${list}/-9`, `${list}/01`, `${list}/x`])
      expect([path, (await ns.patch('a', 'json', [{ op: 'remove', path }])).status]).toEqual([path, 422])
    await ns.patch('a', 'json', [{ op: 'remove', path: list }])
    expect((await ns.read('a')).metadata.finalizers).toBeUndefined()
  })

  it('P3 has the leniencies of Kubernetes', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { k: '1' })
    const lenient = await patched(
      ns,
      { op: 'replace', path: '/data/new', value: 'x' },
      { op: 'test', path: '/data/none' },
      { op: 'test', path: '/data/none', value: null },
      { op: 'add', path: 'ignored/data/short', value: 'y' },
    )
    expect(lenient.data).toEqual({ k: '1', new: 'x', short: 'y' })
    const copied = await patched(ns, { op: 'copy', from: '/immutable', path: '/metadata/labels' })
    expect(copied.metadata.labels).toBeUndefined()
  })

  it('P19 is a list of operations', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    for (const body of [{ data: { k: '2' } }, 'text', 5, null, [1], [null], [{ op: 5, path: '/data/k' }]]) {
      const answer = await ns.patch('a', 'json', body)
      expect([body, answer.status, answer.body.reason]).toEqual([body, 400, 'BadRequest'])
      expect(answer.body.message).toMatch(/^error decoding patch: /)
    }
    expect(await ns.read('a')).toEqual(created)
  })

  it('P22 has members that are known', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const patch = [{ op: 'add', path: '/data/k', value: '2', foo: 'bar' }]
    const strict = await ns.patch('a', 'json', patch, { fieldValidation: 'Strict' })
    expect(strict.body).toMatchObject({ code: 422, reason: 'Invalid' })
    expect(strict.body.details?.causes?.[0]).toMatchObject({ field: 'patch' })
    expect(strict.body.message).toContain('json patch unknown field "[0].foo"')
    expect(await ns.read('a')).toEqual(created)
    const silent = await ns.patch('a', 'json', patch, { fieldValidation: 'Ignore', dryRun: 'All' })
    expect([silent.status, silent.headers.warning]).toEqual([200, undefined])
    const warned = await ns.patch('a', 'json', patch)
    expect([warned.status, warned.headers.warning]).toEqual([200, '299 - "json patch unknown field \\"[0].foo\\""'])
  })
})

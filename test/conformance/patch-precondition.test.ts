import { describe, expect, it } from 'vitest'
import { ownServerOnly, useBlackBox } from '../support/black-box.ts'
import { PLAIN_KINDS, type PlainKind, setK, setKAt } from '../support/patches.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

const VERSION = '/metadata/resourceVersion'

async function expectRefused(ns: Sandbox, kind: PlainKind, patch: unknown): Promise<void> {
  const { status, body } = await ns.patch('a', kind, patch)
  expect([patch, status, body.reason]).toEqual([patch, 400, 'BadRequest'])
  expect(body.message).toMatch(/metadata\.resourceVersion is required in a patch: read .* send/)
}

describe.skipIf(ownServerOnly)('patches where a version is asked for', () => {
  const box = useBlackBox({ PATCH_PRECONDITION: 'require' })

  it('P12 are refused without one, and told where to put it', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    for (const kind of PLAIN_KINDS) await expectRefused(ns, kind, setK(kind, '2'))
    for (const kind of ['merge', 'strategic'] as const)
      for (const none of [null, '', '0']) await expectRefused(ns, kind, setKAt(kind, none, '2'))
    const change = { op: 'add', path: '/data/k', value: '2' }
    for (const pretended of [
      { op: 'add', path: VERSION, value: '' },
      { op: 'remove', path: VERSION },
      { op: 'remove', path: VERSION, value: created.metadata.resourceVersion },
    ])
      await expectRefused(ns, 'json', [pretended, change])
    expect(await ns.read('a')).toEqual(created)
  })

  it('P12 P10 land with the current one alone', async () => {
    const ns = await box.sandbox()
    let current = await ns.create('a', { k: '1' })
    for (const kind of PLAIN_KINDS) {
      const patch = setKAt(kind, current.metadata.resourceVersion, kind)
      current = expectStatus(await ns.patch('a', kind, patch), 200)
      expect((await ns.patch('a', kind, patch)).body.reason).toBe('Conflict')
    }
    const test = { op: 'test', path: VERSION, value: current.metadata.resourceVersion }
    const change = (value: string) => ({ op: 'add', path: '/data/k', value })
    expectStatus(await ns.patch('a', 'json', [test, change('3')]), 200)
    expect((await ns.patch('a', 'json', [test, change('4')])).status).toBe(422)
    expect((await ns.read('a')).data).toEqual({ k: '3' })
  })
})

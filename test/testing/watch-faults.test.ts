import { describe, expect, it } from 'vitest'
import { briefly } from '../support/event-queue.ts'
import { expectStatus } from '../support/sandbox.ts'
import { namespaceObject } from '../support/objects.ts'
import { useOwnServer } from './own-server.ts'

const EXPIRED = expect.objectContaining({ reason: 'Expired', code: 410 }) as unknown

describe('reset', () => {
  const own = useOwnServer()

  it('Z3 makes the store as new', async () => {
    const { client, sandbox, server } = own
    await sandbox.create('a')
    await client.post('/api/v1/namespaces', namespaceObject('team-a'))
    await client.delete('/api/v1/namespaces/kube-public')
    await server.reset()
    expect((await sandbox.list()).items).toEqual([])
    expect((await client.get('/api/v1/namespaces/team-a')).status).toBe(404)
    const names = (await client.get('/api/v1/namespaces')).body.items?.map(({ metadata }) => metadata.name)
    expect(names).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system'])
    await sandbox.create('a')
  })

  it('Z3 ends every watch, over HTTP and over sockets', async () => {
    const { sandbox, server } = own
    const watches = [await sandbox.watch(), await sandbox.socket()]
    await server.reset()
    for (const { events } of watches) expect((await events.drain()).end.how).toBe('cut')
  })

  it('Z3 makes versions from before too old, in namespaces that are gone too', async () => {
    const { client, sandbox, server } = own
    await client.post('/api/v1/namespaces', namespaceObject('team-a'))
    const { metadata } = await sandbox.create('a')
    await server.reset()
    for (const namespace of ['default', 'team-a']) {
      const path = `/api/v1/namespaces/${namespace}/configmaps`
      const query = { resourceVersion: metadata.resourceVersion, resourceVersionMatch: 'Exact' }
      expect([namespace, (await client.get(path, query)).body]).toEqual([namespace, EXPIRED])
    }
    const { events } = await sandbox.watch({ resourceVersion: metadata.resourceVersion })
    const [event] = (await events.drain()).events
    expect(event).toEqual({ type: 'ERROR', object: EXPIRED })
  })

  it('Z3 gives versions that rise above those from before, and from which a watch goes on', async () => {
    const { sandbox, server } = own
    for (let round = 0; round < 3; round++) {
      const before = BigInt((await sandbox.create('a')).metadata.resourceVersion!)
      await server.reset()
      const from = await sandbox.version()
      expect(BigInt(from)).toBeGreaterThan(before)
      const { events } = await sandbox.watch({ resourceVersion: from })
      await sandbox.create('b')
      expect(briefly(await events.next())).toBe('ADDED b')
    }
  })

  it('Z3 switches faults off', async () => {
    const { sandbox, server } = own
    await server.conflictNext(5)
    await server.delay(60_000)
    await server.reset()
    const made = await sandbox.create('a')
    await sandbox.update(made, { k: 'v' })
  })

  it('Z3 waits for what is being answered, and what comes meanwhile is answered after it', async () => {
    const { client, sandbox, server } = own
    const statuses: number[] = []
    const writers = Array.from({ length: 8 }, async (_, i) => {
      for (let n = 0; n < 20; n++) statuses.push((await client.post(sandbox.configMaps, named(`w-${i}-${n}`))).status)
    })
    for (let n = 0; n < 5; n++) await server.reset()
    await Promise.all(writers)
    expect(new Set(statuses)).toEqual(new Set([201]))
  })
})

describe('cutWatches', () => {
  const own = useOwnServer()

  it('Z4 breaks off every watch, in every namespace, over HTTP and over sockets', async () => {
    const { client, sandbox, server } = own
    expectStatus(await client.post('/api/v1/namespaces', namespaceObject('team-a')), 201)
    const other = own.sandboxOf('team-a')
    await sandbox.create('a')
    const watches = [await sandbox.watch(), await sandbox.socket(), await other.watch(), await other.socket()]
    for (const { events } of watches.slice(0, 2)) expect(briefly(await events.next())).toBe('ADDED a')
    await server.cutWatches()
    for (const { events } of watches) expect((await events.drain()).end.how).toBe('cut')
  })

  it('Z4 loses nothing: a watch goes on from the last version that it got', async () => {
    const { sandbox, server } = own
    const first = await sandbox.watch()
    const { metadata } = await sandbox.create('a')
    await first.events.next()
    await server.cutWatches()
    await first.events.drain()
    await sandbox.create('b')
    const second = await sandbox.watch({ resourceVersion: metadata.resourceVersion })
    expect(briefly(await second.events.next())).toBe('ADDED b')
  })

  it('Z4 disturbs no write', async () => {
    const { client, sandbox, server } = own
    const statuses: number[] = []
    const writers = Array.from({ length: 8 }, async (_, i) => {
      for (let n = 0; n < 20; n++) statuses.push((await client.post(sandbox.configMaps, named(`w-${i}-${n}`))).status)
    })
    for (let n = 0; n < 5; n++) {
      const { events } = await sandbox.watch()
      await server.cutWatches()
      expect((await events.drain()).end.how).toBe('cut')
    }
    await Promise.all(writers)
    expect(new Set(statuses)).toEqual(new Set([201]))
    expect((await sandbox.list()).items).toHaveLength(160)
  })
})

describe('expireHistory', () => {
  const own = useOwnServer()

  it('Z5 makes the newest version too old that was told, for a watch, a list and its pages', async () => {
    const { client, sandbox, server } = own
    await sandbox.createMany(['a', 'b', 'c'])
    const page = (await client.get(sandbox.configMaps, { limit: 1 })).body.metadata
    const { resourceVersion } = (await sandbox.list()).metadata
    await server.expireHistory()
    for (const watch of [await sandbox.watch({ resourceVersion }), await sandbox.socket({ resourceVersion })])
      expect((await watch.events.drain()).events).toEqual([{ type: 'ERROR', object: EXPIRED }])
    const exact = await client.get(sandbox.configMaps, { resourceVersion, resourceVersionMatch: 'Exact' })
    expect([exact.status, exact.body]).toEqual([410, EXPIRED])
    const next = await client.get(sandbox.configMaps, { limit: 1, continue: page.continue })
    expect([next.status, next.body]).toEqual([410, EXPIRED])
  })

  it('Z5 keeps what is stored, and a new list is where a watch can begin', async () => {
    const { sandbox, server } = own
    const made = await sandbox.create('a', { k: '1' })
    await sandbox.update(made, { k: '2' })
    await server.expireHistory()
    expect((await sandbox.read('a')).data).toEqual({ k: '2' })
    const { events } = await sandbox.watch({ resourceVersion: await sandbox.version() })
    await sandbox.update(await sandbox.read('a'), { k: '3' })
    expect(briefly(await events.next())).toBe('MODIFIED a')
  })

  it('Z5 leaves open watches as they are: they get each later event once', async () => {
    const { sandbox, server } = own
    await sandbox.create('a')
    const watches = [await sandbox.watch(), await sandbox.socket(), await sandbox.socket({}, { acknowledge: true })]
    for (let round = 0; round < 3; round++) {
      await server.expireHistory()
      await sandbox.create(`later-${round}`)
    }
    for (const { events } of watches)
      expect((await events.take(4)).map(briefly)).toEqual(
        ['a', 'later-0', 'later-1', 'later-2'].map((n) => `ADDED ${n}`),
      )
    expect(watches.map(({ events }) => events.ended)).toEqual([undefined, undefined, undefined])
  })
})

const named = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })

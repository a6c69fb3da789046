import { describe, expect, it } from 'vitest'
import { briefly } from '../support/event-queue.ts'
import { withData } from '../support/objects.ts'
import { useOwnServer } from './own-server.ts'

describe('conflictNext', () => {
  const own = useOwnServer()

  it('Z6 answers so many writes that state a version with a Conflict', async () => {
    const { client, sandbox, server } = own
    const path = `${sandbox.configMaps}/a`
    await sandbox.create('a')
    const merge = async (value: string) => {
      const { resourceVersion } = (await sandbox.read('a')).metadata
      return client.patch(path, 'merge', { metadata: { resourceVersion }, data: { k: value } })
    }
    const writes = [
      async () => client.put(path, withData(await sandbox.read('a'), { k: 'put' })),
      () => merge('merge'),
      async () => {
        const { resourceVersion } = (await sandbox.read('a')).metadata
        const value = { op: 'add', path: '/data', value: { k: 'json' } }
        return client.patch(path, 'json', [
          { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
          value,
        ])
      },
      async () => {
        const { resourceVersion } = (await sandbox.read('a')).metadata
        const applied = {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'a', resourceVersion },
          data: { k: 'apply' },
        }
        return sandbox.apply('a', 'applier', applied, { force: true })
      },
    ]
    await server.conflictNext(writes.length)
    for (const write of writes) {
      const { status, body } = await write()
      expect([status, body.reason]).toEqual([409, 'Conflict'])
    }
    for (const write of writes) expect((await write()).status).toBe(200)
    expect((await sandbox.read('a')).data).toEqual({ k: 'apply' })
  })

  it('Z6 is as if someone had written: the same object is refused again, and a watch tells why', async () => {
    const { client, sandbox, server } = own
    const stale = await sandbox.create('a', { k: '1' })
    const { events } = await sandbox.watch({ resourceVersion: stale.metadata.resourceVersion })
    await server.conflictNext(1)
    for (let n = 0; n < 2; n++) {
      const { status, body } = await client.put(`${sandbox.configMaps}/a`, withData(stale, { k: '2' }))
      expect([status, body.reason]).toEqual([409, 'Conflict'])
    }
    expect(briefly(await events.next())).toBe('MODIFIED a')
    const fresh = await sandbox.read('a')
    expect({ ...fresh.metadata, resourceVersion: '' }).toEqual({ ...stale.metadata, resourceVersion: '' })
    await sandbox.update(fresh, { k: '2' })
  })

  it('Z6 spares writes that state no version, and is not used up by them', async () => {
    const { client, sandbox, server } = own
    const made = await sandbox.create('a')
    await server.conflictNext(1)
    expect((await sandbox.patch('a', 'merge', { data: { k: 'v' } })).status).toBe(200)
    await sandbox.create('b')
    const { status } = await client.put(`${sandbox.configMaps}/gone`, {
      ...made,
      metadata: { ...made.metadata, name: 'gone' },
    })
    expect(status).toBe(404)
    const update = withData(await sandbox.read('a'), { k: 'w' })
    expect((await client.put(`${sandbox.configMaps}/a`, update)).status).toBe(409)
  })

  it('Z6 makes a client that retries read again', async () => {
    const configMaps = own.server.client.resource('v1', 'configmaps', { namespace: 'default' })
    await configMaps.create({ metadata: { name: 'counter' }, data: { n: '0' } })
    await own.server.conflictNext(3)
    let calls = 0
    const written = await configMaps.updateWithRetry('counter', (counter) => {
      calls++
      return { ...counter, data: { n: String(Number(counter.data?.n) + 1) } }
    })
    expect([calls, written.data]).toEqual([4, { n: '1' }])
  })
})

describe('delay', () => {
  const own = useOwnServer()

  it('Z7 lets every answer wait, though what was asked is done at once', async () => {
    const { client, sandbox, server } = own
    await server.delay(400)
    const given = new AbortController()
    const start = performance.now()
    const { events } = await sandbox.watch()
    expect(performance.now() - start).toBeGreaterThanOrEqual(395)
    const answer = client.request('POST', sandbox.configMaps, { body: named('a'), signal: given.signal })
    await events.next()
    // it is stored, and the answer still waits
    given.abort()
    await expect(answer).rejects.toThrow(/abort/)
    await server.delay(0)
    expect((await sandbox.read('a')).metadata.name).toBe('a')
  })
})

const named = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })

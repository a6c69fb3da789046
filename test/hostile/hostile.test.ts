import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient } from '../support/client.ts'
import { configMap, lease, namespaceObject, secret } from '../support/objects.ts'
import { sendBytes, sendFrames } from '../support/raw-connection.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { bytesOf, framesOf } from './bytes.ts'
import { HostileClient } from './exchange.ts'
import { sizeOf } from './process-size.ts'
import { requestOf } from './requests.ts'
import { described, faultOf } from './verdict.ts'
import { OBJECTS, PLACES } from './vocabulary.ts'

const seed = Number(process.env['HOSTILE_SEED'] ?? randomInt(1_000_000_000))
const REPLAY = `again with HOSTILE_SEED=${seed} npx vitest run test/hostile`

const REQUESTS = Number(process.env['HOSTILE_REQUESTS'] ?? 10_000)
const CONNECTIONS = 1_000
const SOCKETS = 400
/** At once: enough to keep the server busy. */
const WIDTH = 16
/** The objects that requests are about are put back after so many. */
const ROUND = 500
const TIMEOUT_MS = 120_000 + 20 * REQUESTS
/** How much larger the second half of a run may leave the process than the first. */
const MAX_GROWTH_MEGABYTES = 160
const MAX_MORE_DESCRIPTORS = 300

describe(`a hostile client (${REPLAY})`, () => {
  let server: TestServer
  let client: ApiClient

  beforeAll(async () => {
    server = await startServer()
    client = new ApiClient(server)
    for (const place of PLACES) await client.post('/api/v1/namespaces', namespaceObject(place))
  })
  afterAll(async () => {
    client.close()
    await server.stop()
  })

  /** What hostile requests have deleted is there again. */
  async function restore(): Promise<void> {
    for (const place of PLACES)
      for (const name of OBJECTS) {
        const root = `/api/v1/namespaces/${place}`
        await client.post(`${root}/configmaps`, configMap(name, { k: 'v' }))
        await client.post(`${root}/secrets`, secret(name, { data: { k: 'c2VjcmV0' } }))
        await client.post(`/apis/coordination.k8s.io/v1/namespaces/${place}/leases`, lease(name))
      }
  }

  async function expectWell(): Promise<void> {
    expect(server.log, REPLAY).toEqual([])
    expect((await client.get('/readyz')).status).toBe(200)
    const created = await client.post('/api/v1/namespaces/default/configmaps', configMap('well'))
    expect(created.status, created.text).toBe(201)
    expect((await client.delete('/api/v1/namespaces/default/configmaps/well')).status).toBe(200)
  }

  it(
    `B13 B24 is answered ${REQUESTS} requests without a fault, a line in the log, or memory that stays`,
    async () => {
      const hostile = new HostileClient(server, WIDTH)
      const faults: string[] = []
      const statuses = new Map<number | undefined, number>()
      const sizes = []
      for (let from = 0; from < REQUESTS; from += ROUND) {
        await restore()
        await inParallel(ROUND, WIDTH, async (offset) => {
          const request = requestOf(seed, from + offset)
          const answer = await hostile.send(request).catch((error: Error) => error.message)
          const fault = typeof answer === 'string' ? answer : faultOf(request, answer)
          if (fault) faults.push(`#${from + offset}: ${fault}\n  ${described(request)}`)
          const status = typeof answer === 'string' ? undefined : answer?.status
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        })
        sizes.push(sizeOf(server.pid))
      }
      hostile.close()
      expect(faults.slice(0, 10), `${faults.length} faults; ${REPLAY}\n${faults.slice(0, 10).join('\n')}`).toEqual([])
      await expectWell()
      const [half, end] = [sizes[REQUESTS / ROUND / 2 - 1], sizes.at(-1)]
      if (process.env['HOSTILE_SEED']) console.info({ statuses: Object.fromEntries(statuses), sizes })
      if (half && end) {
        expect(end.residentMegabytes - half.residentMegabytes).toBeLessThan(MAX_GROWTH_MEGABYTES)
        expect(end.descriptors - half.descriptors).toBeLessThan(MAX_MORE_DESCRIPTORS)
      }
      // requests that mean something are among them, and much that does not
      for (const status of [200, 201, 400, 404, 405, 406, 409, 415, 422])
        expect([status, (statuses.get(status) ?? 0) > 0]).toEqual([status, true])
    },
    TIMEOUT_MS,
  )

  it(
    'B20 may write any bytes onto a connection',
    async () => {
      const authorization = `Authorization: Bearer ${server.token}`
      await inParallel(CONNECTIONS, WIDTH, (index) => sendBytes(server.port, bytesOf(seed, index, authorization)))
      await expectWell()
    },
    TIMEOUT_MS,
  )

  it(
    'K14 may write any bytes onto a socket',
    async () => {
      const path = '/api/v1/namespaces/default/configmaps?watch=true'
      const authorization = `Authorization: Bearer ${server.token}`
      await inParallel(SOCKETS, WIDTH, (index) => sendFrames(server.port, path, authorization, framesOf(seed, index)))
      await expectWell()
    },
    TIMEOUT_MS,
  )
})

/** Runs `work` for 0 … count - 1, `width` at a time. */
async function inParallel(count: number, width: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: width }, worker))
}

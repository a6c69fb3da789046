import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventQueue, nameOf } from '../support/event-queue.ts'
import { startServer, type TestServer } from '../support/server.ts'

const WATCH = '/api/v1/namespaces/default/configmaps?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan'
const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]
const READERS = 60
const WRITES = 240
/** With the 60 readers: more than 400 MB in all, 7 MB each, which is more than the kernel takes of one. */
const DATA = { data: 'x'.repeat(30_000) }

describe('readers that never read', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  const megabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024

  /** Asks for a watch and, once it is answered, reads no more. */
  function openStuck(headers: readonly string[]): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1')
      const lines = [`GET ${WATCH} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${server.token}`, ...headers]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      socket.once('error', reject)
      socket.once('data', () => resolve(socket.pause()))
    })
  }

  it.each([
    ['W21 over HTTP', []],
    ['K6 W21 over sockets, without acknowledgements', UPGRADE],
  ])(
    '%s hold little, and delay no other reader',
    async (title, headers) => {
      const stuck = await Promise.all(Array.from({ length: READERS }, () => openStuck(headers)))
      const response = await server.fetch(WATCH)
      const healthy = readEvents(response)
      const before = megabytes()
      const names = Array.from({ length: WRITES }, (_, i) => `${title.length}-${String(i).padStart(3, '0')}`)
      let slowest = 0
      for (const name of names) {
        const body = JSON.stringify({ metadata: { name }, data: DATA })
        const headers = { 'Content-Type': 'application/json' }
        const created = await server.fetch('/api/v1/namespaces/default/configmaps', { method: 'POST', headers, body })
        expect(created.status).toBe(201)
        await created.text()
        const answered = performance.now()
        expect(nameOf(await healthy.next(10_000))).toBe(name)
        slowest = Math.max(slowest, performance.now() - answered)
      }
      expect(megabytes() - before).toBeLessThan(200)
      expect(slowest).toBeLessThan(3_000)
      for (const socket of stuck) socket.destroy()
    },
    120_000,
  )
})

function readEvents(response: Response): EventQueue {
  const events = new EventQueue()
  void (async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line) events.push(JSON.parse(line))
    }
  })().catch(() => {})
  return events
}

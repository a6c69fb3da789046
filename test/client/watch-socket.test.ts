import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { WebSocket } from 'ws'
import type { ConfigMap, ConnectOptions, WatchEvent } from '../../src/client/index.ts'
import { listOf, statusOf, stored } from '../support/scripted-server.ts'
import { briefly, rejection, scripted, type Scripted } from './scripted-client.ts'

const send = (socket: WebSocket, type: string, object: unknown) => socket.send(`${JSON.stringify({ type, object })}\n`)

async function watching(options: ConnectOptions = {}) {
  const scene = await scripted({ transport: 'auto', ...options })
  const events = scene.configMaps.watch()[Symbol.asyncIterator]()
  onTestFinished(async () => void (await events.return?.()))
  const first = events.next()
  ;(await scene.server.expect('GET')).json(listOf('5', ['a@2']))
  expect(briefly((await first).value as WatchEvent<ConfigMap>)).toBe('ADDED a@2')
  return { ...scene, events, next: async () => briefly((await events.next()).value as WatchEvent<ConfigMap>) }
}

/** Grants the next socket, with what the client sends on it. */
async function grant({ server }: Scripted, version: string) {
  const exchange = await server.expect('WATCH', { resourceVersion: version, allowWatchBookmarks: 'true' })
  expect(exchange.isUpgrade).toBe(true)
  const socket = await exchange.socket()
  const frames: string[] = []
  let wake = () => {}
  socket.on('message', (data: Buffer) => {
    frames.push(data.toString())
    wake()
  })
  const frame = async () => {
    while (frames.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return frames.shift()
  }
  return { socket, exchange, frame }
}

describe('a watch over a socket', () => {
  it('X7 K3 offers the protocol and the token, and takes events as they come', async () => {
    const scene = await watching({ token: 'tökén' })
    const { socket, exchange } = await grant(scene, '5')
    const token = Buffer.from('tökén').toString('base64url')
    expect(exchange.headers['sec-websocket-protocol']?.split(/, ?/)).toEqual([
      'coxswain.v1',
      `base64url.bearer.authorization.k8s.io.${token}`,
    ])
    expect(exchange.query['timeoutSeconds']).toBeUndefined()
    send(socket, 'MODIFIED', stored('a@6'))
    send(socket, 'BOOKMARK', { metadata: { resourceVersion: '9' } })
    expect(await scene.next()).toBe('MODIFIED a@6')
    // the acknowledgement, so that the next wait is that before another try
    expect(await scene.clock.passWait()).toBe(500)
    socket.close(1001)
    await scene.clock.passWait()
    const second = await grant(scene, '9')
    send(second.socket, 'DELETED', stored('a@10'))
    expect(await scene.next()).toBe('DELETED a@10')
  })

  it('X10 K7 tells how much it has taken: much at once, little after a moment', async () => {
    const scene = await watching()
    const { socket, frame } = await grant(scene, '5')
    const event = (version: number, size: number) =>
      `${JSON.stringify({ type: 'MODIFIED', object: stored(`a@${version}`, { k: '€'.repeat(size) }) })}\n`
    const small = event(6, 1)
    socket.send(small)
    await scene.next()
    scene.clock.advance(500)
    const total = Buffer.byteLength(small)
    expect(await frame()).toBe(JSON.stringify({ type: 'ACK', bytes: total }))
    const large = event(7, 30_000)
    socket.send(large)
    expect(await frame()).toBe(JSON.stringify({ type: 'ACK', bytes: total + Buffer.byteLength(large) }))
  })

  it('X10 K5 pings, and drops a socket that does not answer', async () => {
    const scene = await watching({ pingMs: 3000 })
    const { socket, frame } = await grant(scene, '5')
    send(socket, 'MODIFIED', stored('a@6'))
    await scene.next()
    for (let turn = 0; turn < 3; turn++) {
      scene.clock.advance(3000)
      let sent = await frame()
      if (sent !== 'ping') sent = await frame()
      expect(sent).toBe('ping')
      socket.send('pong')
      // an event behind it shows that it has arrived
      send(socket, 'MODIFIED', stored(`a@${7 + turn}`))
      await scene.next()
    }
    scene.clock.advance(6000)
    await once(socket, 'close')
    await scene.clock.passWait()
    await grant(scene, '9')
  })

  it('X8 K9 goes on at once after a socket that was closed in order, and lists after an ERROR event', async () => {
    const scene = await watching()
    const first = await grant(scene, '5')
    send(first.socket, 'MODIFIED', stored('a@6'))
    await scene.next()
    scene.clock.advance(1000)
    first.socket.close(1000)
    const second = await grant(scene, '6')
    send(second.socket, 'ERROR', statusOf(410, 'Expired'))
    second.socket.close(1000)
    await scene.clock.passWait()
    ;(await scene.server.expect('GET')).json(listOf('9', ['b@8']))
    expect([await scene.next(), await scene.next()]).toEqual(['DELETED a@6', 'ADDED b@8'])
  })

  it('X21 watches over HTTP where no socket is given, and asks for none for a while after three times', async () => {
    const scene = await watching()
    for (let turn = 0; turn < 3; turn++) {
      const asked = await scene.server.expect('WATCH')
      expect(asked.isUpgrade).toBe(true)
      asked.json('', 403)
      const stream = (await scene.server.expect('WATCH', { resourceVersion: '5' })).stream()
      stream.end()
      await scene.clock.passWait()
    }
    const plain = await scene.server.expect('WATCH')
    expect(plain.isUpgrade).toBe(false)
    plain.stream().end()
    await scene.clock.passWait()
    const again = await scene.server.expect('WATCH')
    expect(again.isUpgrade).toBe(false)
    again.cut()
    await scene.clock.timerOf((ms) => ms < 29_000)
    scene.clock.advance(300_000)
    expect((await scene.server.expect('WATCH')).isUpgrade).toBe(true)
  })

  it('X21 takes no socket of another protocol', async () => {
    const scene = await watching()
    scene.server.protocol = false
    const asked = await scene.server.expect('WATCH')
    await asked.socket()
    const stream = (await scene.server.expect('WATCH', { resourceVersion: '5' })).stream()
    stream.event('MODIFIED', stored('a@6'))
    expect(await scene.next()).toBe('MODIFIED a@6')
  })

  it('X14 X21 learns over HTTP why a socket was refused', async () => {
    const scene = await watching()
    ;(await scene.server.expect('WATCH')).json('', 403)
    ;(await scene.server.expect('WATCH')).refuse(403, 'Forbidden')
    expect(await rejection(scene.events.next())).toMatchObject({ reason: 'Forbidden' })
    expect(scene.clock.timers.size).toBe(0)
  })

  it('X15 closes the socket when the reader leaves', async () => {
    const scene = await watching()
    const { socket } = await grant(scene, '5')
    send(socket, 'MODIFIED', stored('a@6'))
    await scene.next()
    const closed = once(socket, 'close')
    await scene.events.return?.()
    await closed
    expect(scene.clock.timers.size).toBe(0)
  })

  it('X15 leaves while a socket is being opened', async () => {
    const scene = await watching()
    await scene.server.expect('WATCH')
    await scene.events.return?.()
    expect(scene.clock.timers.size).toBe(0)
  })
})

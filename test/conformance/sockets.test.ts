import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { briefly, nameOf, versionOf } from '../support/event-queue.ts'
import { namesIn } from '../support/objects.ts'
import { openSocket, refusedSocket } from '../support/socket-reader.ts'
import { uniqueName } from '../support/sandbox.ts'
import { SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from '../../src/wire/names.ts'

const tokenProtocol = (token: string) => SOCKET_TOKEN_PREFIX + Buffer.from(token).toString('base64url')

describe('watch over a WebSocket', () => {
  const box = useBlackBox()

  it('K1 sends one text frame an event, the text of an HTTP line', async () => {
    const ns = await box.sandbox()
    const from = await ns.version()
    const socket = await ns.socket({ resourceVersion: from })
    const created = await ns.create('a', { text: 'two\nlines €' })
    const event = await socket.events.next()
    expect([event.type, event.object]).toEqual(['ADDED', created])
    const answer = await ns.client.get(ns.configMaps, { watch: true, resourceVersion: from, timeoutSeconds: 1 })
    expect(socket.frames).toEqual([answer.text])
    expect(socket.frames[0]!.endsWith('\n')).toBe(true)
    socket.close()
    // several that go out at once are a frame each
    await ns.create('b')
    const replayed = await ns.socket({ resourceVersion: from })
    await replayed.events.take(2)
    expect(replayed.frames).toHaveLength(2)
    expect(replayed.frames[0]).toBe(answer.text)
    replayed.close()
  })

  it('K2 brings what HTTP brings, in the same order', async () => {
    const ns = await box.sandbox()
    const query = { resourceVersion: await ns.version() }
    const [one, two] = await Promise.all([ns.socket(query), ns.socket(query)])
    const http = await ns.watch(query)
    const names = Array.from({ length: 10 }, (_, i) => `c${i}`)
    for (const created of await ns.createMany(names)) await ns.update(created, { k: 'changed' })
    for (const name of names) await ns.remove(name)
    const [first, second, third] = await Promise.all([one, two, http].map((watch) => watch.events.take(30)))
    expect(first).toEqual(third)
    expect(second).toEqual(third)
    // all at once, from what is kept
    const replayed = await ns.socket(query)
    expect(await replayed.events.take(30)).toEqual(third)
    replayed.close()
    one.cut()
    await ns.create('late')
    expect(briefly(await two.events.next())).toBe('ADDED late')
    expect(briefly(await http.events.next())).toBe('ADDED late')
    two.close()
    http.close()
  })

  it('K3 takes the token from a subprotocol and agrees on coxswain.v1', async () => {
    const ns = await box.sandbox()
    const token = box.client.address.token!
    const nobody = ns.client.as(undefined)
    const protocols = [SOCKET_PROTOCOL, tokenProtocol(token)]
    for (const offered of [protocols, protocols.toReversed()]) {
      const socket = await openSocket(nobody, ns.configMaps, {}, { protocols: offered })
      expect(socket.headers['sec-websocket-protocol']).toBe(SOCKET_PROTOCOL)
      socket.close()
    }
    const wrong = [SOCKET_PROTOCOL, tokenProtocol('wrong')]
    expect((await refusedSocket(nobody, ns.configMaps, {}, { protocols: wrong })).status).toBe(401)
  })

  it('K4 needs no Origin', async () => {
    const ns = await box.sandbox()
    const socket = await ns.socket({ resourceVersion: await ns.version() })
    await ns.create('a')
    expect(briefly(await socket.events.next())).toBe('ADDED a')
    socket.close()
  })

  it('K5 answers ping with pong', async () => {
    const ns = await box.sandbox()
    const socket = await ns.socket()
    for (let i = 0; i < 3; i++) {
      const pong = socket.nextPong()
      socket.send('ping')
      await pong
    }
    await ns.create('a')
    expect(briefly(await socket.events.next())).toBe('ADDED a')
    socket.close()
  })

  it('K8 is refused as the plain request would be', async () => {
    const ns = await box.sandbox()
    const wrong: [string, Record<string, string>, number][] = [
      [ns.configMaps, { resourceVersion: 'abc' }, 400],
      [ns.configMaps, { labelSelector: '!!' }, 400],
      [ns.configMaps, { sendInitialEvents: 'true' }, 422],
      [ns.path('unknowns'), {}, 404],
    ]
    for (const [path, query, code] of wrong) {
      const { status, body } = await refusedSocket(ns.client, path, query)
      expect([path, query, status, body.kind, body.code]).toEqual([path, query, code, 'Status', code])
    }
    expect((await refusedSocket(ns.client.as(undefined), ns.configMaps)).status).toBe(403)
    expect((await refusedSocket(ns.client.as('wrong'), ns.configMaps)).status).toBe(401)
  })

  it('K9 is closed with 1000 at its time limit, and after an error', async () => {
    const ns = await box.sandbox()
    const socket = await ns.socket({ timeoutSeconds: 1, resourceVersion: await ns.version() })
    const { events, end } = await socket.events.drain(8000)
    expect([events, end.how, end.code]).toEqual([[], 'clean', 1000])
    const ahead = String(BigInt(await ns.version()) + 10n ** 12n)
    const query = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan', resourceVersion: ahead }
    const failing = await (await ns.socket(query)).events.drain(10_000)
    expect(failing.events.map((event) => [event.type, event.object.code])).toEqual([['ERROR', 504]])
    expect([failing.end.how, failing.end.code]).toEqual(['clean', 1000])
  })

  it('K11 ignores frames that mean nothing', async () => {
    const ns = await box.sandbox()
    const socket = await ns.socket({ resourceVersion: await ns.version() })
    const frames = ['hello', '{', '{}', 'null', '[]', '7', '{"type":"ACK"}', '{"type":"ACK","bytes":"x"}']
    for (const frame of [...frames, '{"type":"ACK","bytes":-5}', '{"type":"ACK","bytes":1e400}', 'PING', ''])
      socket.send(frame)
    const pong = socket.nextPong()
    socket.send('ping')
    await pong
    await ns.create('a')
    expect(briefly(await socket.events.next())).toBe('ADDED a')
    socket.close()
    expect((await socket.events.drain()).end).toMatchObject({ how: 'clean' })
  })

  it('K12 without `watch` is a plain list', async () => {
    const ns = await box.sandbox()
    await ns.create('a')
    const answer = await refusedSocket(ns.client, ns.configMaps, { watch: undefined })
    expect([answer.status, namesIn(answer.body)]).toEqual([200, ['a']])
  })

  it('K2 knows the forms and selectors of an HTTP watch', async () => {
    const ns = await box.sandbox()
    const query = { resourceVersion: await ns.version(), labelSelector: 'show=yes', allowWatchBookmarks: true }
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io'
    const socket = await ns.socket(query, { headers: { accept } })
    await ns.create('a')
    await ns.create('b', {}, { labels: { show: 'yes' } })
    const event = await socket.events.next()
    expect([event.object.kind, event.object.rows![0]!.cells[0]]).toEqual(['Table', 'b'])
    socket.close()
    const name = uniqueName('c')
    const single = await ns.socket({ fieldSelector: `metadata.name=${name}` })
    await ns.create(name)
    expect(nameOf(await single.events.next())).toBe(name)
    single.close()
  })
})

describe('how much a socket is sent', () => {
  const box = useBlackBox()
  const EVENT_BYTES = 300_000
  const data = { k: 'x'.repeat(EVENT_BYTES) }
  const namesFor = (count: number) => Array.from({ length: count }, (_, i) => `c${String(i).padStart(3, '0')}`)

  it('K6 without acknowledgements: 4 MB, then it is closed in order', async () => {
    const ns = await box.sandbox()
    const from = await ns.version()
    const socket = await ns.socket({ resourceVersion: from })
    const names = namesFor(20)
    for (const name of names) await ns.create(name, data)
    const { events, end } = await socket.events.drain(15_000)
    expect([end.how, end.code]).toEqual(['clean', 1000])
    expect(events.map(nameOf)).toEqual(names.slice(0, events.length))
    expect(socket.received).toBeGreaterThan(3_900_000)
    expect(socket.received).toBeLessThanOrEqual(5_000_000)
    const resumed = await ns.socket({ resourceVersion: String(versionOf(events.at(-1)!)) }, { acknowledge: true })
    const rest = await resumed.events.take(names.length - events.length, 15_000)
    expect(rest.map(nameOf)).toEqual(names.slice(events.length))
    resumed.close()
  }, 90_000)

  it('K7 with acknowledgements: at most 1 MB ahead, and as much in all as there is', async () => {
    const ns = await box.sandbox()
    const socket = await ns.socket({ resourceVersion: await ns.version() })
    socket.sendAck(0)
    const pong = socket.nextPong()
    socket.send('ping')
    await pong
    const names = namesFor(70)
    for (const name of names) await ns.create(name, data)
    expect(socket.received).toBeLessThanOrEqual(1_048_576)
    let acknowledged = 0
    for (const name of names) {
      expect(nameOf(await socket.events.next(15_000))).toBe(name)
      expect(socket.received - acknowledged).toBeLessThanOrEqual(1_048_576)
      acknowledged += Buffer.byteLength(socket.frames.shift()!)
      socket.sendAck(acknowledged)
    }
    expect(socket.received).toBeGreaterThan(20_000_000)
    socket.close()
  }, 90_000)
})

import { describe, expect, it, onTestFinished } from 'vitest'
import type { ConfigMap, Informer, Interruption } from '../../src/client/index.ts'
import { listOf, statusOf, stored } from '../support/scripted-server.ts'
import { read, scripted, untilListed } from './scripted-client.ts'

/** What the handlers of an informer are told. */
function record(informer: Informer<ConfigMap>) {
  onTestFinished(() => informer.stop())
  const told: string[] = []
  const of = (object: ConfigMap) => `${object.metadata.name}@${object.metadata.resourceVersion}`
  informer.onAdd((object) => told.push(`add ${of(object)}`))
  informer.onUpdate((object, previous) => told.push(`update ${of(previous)} ${of(object)}`))
  informer.onDelete((object, { finalStateUnknown }) =>
    told.push(`delete ${of(object)}${finalStateUnknown ? ' unseen' : ''}`),
  )
  return told
}

describe('a watch over HTTP', () => {
  it('X7 begins with what there is, in the order of versions, and goes on with what changes', async () => {
    const scene = await scripted()
    const watch = read(scene)
    await untilListed(scene, listOf('50', ['a@40', 'b@7']))
    const stream = (await scene.server.expect('WATCH', { resourceVersion: '50', allowWatchBookmarks: 'true' })).stream()
    stream.event('MODIFIED', stored('b@51'))
    stream.event('DELETED', stored('a@52'))
    expect(await watch.take(4)).toEqual(['ADDED b@7', 'ADDED a@40', 'MODIFIED b@51', 'DELETED a@52'])
  })

  it('X8 G34 resumes from the last event or bookmark, and shows no bookmark', async () => {
    const scene = await scripted()
    const informer = scene.configMaps.informer()
    const told = record(informer)
    await untilListed(scene, listOf('50', ['a@40', 'b@7']))
    const first = (await scene.server.expect('WATCH', { resourceVersion: '50', allowWatchBookmarks: 'true' })).stream()
    first.bookmark('60')
    first.event('MODIFIED', stored('a@61'))
    first.bookmark('70')
    await informer.reached('70')
    scene.clock.advance(1000)
    first.end()
    await scene.server.expect('WATCH', { resourceVersion: '70' })
    expect(told).toEqual(['add b@7', 'add a@40', 'update a@40 a@61'])
  })

  it('X8 reopens at once after a stream that lived, and waits after one that did not', async () => {
    const scene = await scripted()
    const watch = read(scene)
    await untilListed(scene, listOf('5', []))
    const first = (await scene.server.expect('WATCH')).stream()
    first.event('ADDED', stored('a@6'))
    await watch.take(1)
    scene.clock.advance(1000)
    first.end()
    const second = (await scene.server.expect('WATCH', { resourceVersion: '6' })).stream()
    second.end()
    expect(await scene.clock.passWait()).toBe(500)
    ;(await scene.server.expect('WATCH', { resourceVersion: '6' })).refuse(503, 'ServiceUnavailable')
    expect(await scene.clock.passWait()).toBe(900)
    const headers = { 'retry-after': '7' }
    ;(await scene.server.expect('WATCH', { resourceVersion: '6' })).refuse(429, 'TooManyRequests', { headers })
    expect(await scene.clock.passWait()).toBe(7000)
    await scene.server.expect('WATCH', { resourceVersion: '6' })
  })

  it.for(['a', 'b', 'c'])('X9 G30 (%s) lists again after 410, and tells only what differs', async (place) => {
    const scene = await scripted()
    const told = record(scene.configMaps.informer())
    if (place === 'c') {
      ;(await scene.server.expect('GET', { limit: '500' })).json(listOf('5', ['z@2'], { continue: 'next' }))
      ;(await scene.server.expect('GET', { continue: 'next' })).refuse(410, 'Expired')
    } else {
      await untilListed(scene, listOf('5', ['a@2', 'b@3']))
      const watch = await scene.server.expect('WATCH', { resourceVersion: '5' })
      if (place === 'a') watch.refuse(410, 'Expired')
      else {
        const stream = watch.stream()
        stream.event('ERROR', statusOf(410, 'Expired'))
        stream.end()
      }
    }
    await scene.clock.passWait()
    await untilListed(scene, listOf('9', ['b@3', 'c@8']))
    const stream = (await scene.server.expect('WATCH', { resourceVersion: '9' })).stream()
    stream.event('ADDED', stored('d@10'))
    stream.bookmark('11')
    const before = place === 'c' ? ['add b@3', 'add c@8'] : ['add a@2', 'add b@3', 'delete a@2 unseen', 'add c@8']
    await expect.poll(() => told).toEqual([...before, 'add d@10'])
    expect(scene.server.verbs.filter((verb) => verb === 'WATCH')).toHaveLength(place === 'c' ? 1 : 2)
  })

  it('X9 G30 (d) waits longer from 410 to 410', async () => {
    const scene = await scripted()
    read(scene)
      .events.next()
      .catch(() => {})
    const waits: number[] = []
    for (let round = 0; round < 3; round++) {
      await untilListed(scene, listOf('5', []))
      ;(await scene.server.expect('WATCH')).refuse(410, 'Expired')
      waits.push(await scene.clock.passWait())
    }
    // half of what lies between 200 and 800, 1600, 3200
    expect(waits).toEqual([500, 900, 1700])
    expect(scene.server.verbs).toEqual(['GET', 'WATCH', 'GET', 'WATCH', 'GET', 'WATCH'])
  })

  it('X9 G31 tells of deletions that nobody saw, with the last state known, and of no update where there was none', async () => {
    const scene = await scripted()
    const informer = scene.configMaps.informer()
    const told = record(informer)
    await untilListed(scene, listOf('6', ['a@5', 'b@6']))
    ;(await scene.server.expect('WATCH', { resourceVersion: '6' })).stream().cut()
    await scene.clock.passWait()
    ;(await scene.server.expect('WATCH', { resourceVersion: '6' })).refuse(410, 'Expired')
    await scene.clock.passWait()
    await untilListed(scene, listOf('9', ['b@6', 'c@9']))
    await scene.server.expect('WATCH', { resourceVersion: '9' })
    expect(told).toEqual(['add a@5', 'add b@6', 'delete a@5 unseen', 'add c@9'])
    expect(informer.list().map(({ metadata }) => metadata.name)).toEqual(['b', 'c'])
  })

  it('X9 tells a name that was made anew as a deletion and an addition', async () => {
    const scene = await scripted()
    const watch = read(scene)
    await untilListed(scene, listOf('6', ['a@5']))
    ;(await scene.server.expect('WATCH')).refuse(410, 'Expired')
    await scene.clock.passWait()
    await untilListed(scene, listOf('9', [stored('a@8', {}, 'another')]))
    expect(await watch.take(3)).toEqual(['ADDED a@5', 'DELETED a@5', 'ADDED a@8'])
  })

  it('X10 G32 drops a connection that says nothing, and loses and repeats no event', async () => {
    const scene = await scripted({ idleMs: 2000 })
    const interruptions: Interruption[] = []
    const watch = read(scene, { onInterruption: (interruption) => interruptions.push(interruption) })
    await untilListed(scene, listOf('5', []))
    const silent = (await scene.server.expect('WATCH', { resourceVersion: '5' })).stream()
    silent.event('ADDED', stored('a@6'))
    expect(await watch.take(1)).toEqual(['ADDED a@6'])
    scene.clock.advance(2000)
    await silent.closed
    await scene.clock.passWait()
    // headers never come
    await scene.server.expect('WATCH', { resourceVersion: '6' })
    scene.clock.advance(2000)
    await scene.clock.passWait()
    const third = (await scene.server.expect('WATCH', { resourceVersion: '6' })).stream()
    third.event('ADDED', stored('b@7'))
    expect(await watch.take(1)).toEqual(['ADDED b@7'])
    expect(interruptions.map(({ error, relists }) => [(error as Error).message, relists])).toEqual([
      ['nothing was heard for 2000 ms', false],
      ['nothing was heard for 2000 ms', false],
    ])
    await watch.events.return?.()
    await third.closed
    expect(scene.clock.timers.size).toBe(0)
  })

  it('X11 G33 puts lines together however they are cut, and makes no event of half a line', async () => {
    const scene = await scripted()
    const watch = read(scene)
    await untilListed(scene, listOf('5', []))
    const first = (await scene.server.expect('WATCH')).stream()
    const text = 'é€😀'
    const line = (version: number, value: string) =>
      Buffer.from(`${JSON.stringify({ type: 'ADDED', object: stored(`o${version}@${version}`, { value }) })}\n`)
    for (const byte of line(6, text)) await first.flush(Buffer.from([byte]))
    const three = Buffer.concat([line(7, text), line(8, text), line(9, text)])
    const middle = three.length - 40
    await first.flush(three.subarray(0, middle))
    await first.flush(three.subarray(middle))
    const big = 'x€'.repeat(225_000)
    first.raw(line(10, big))
    const events = [await watch.next(), await watch.next(), await watch.next(), await watch.next(), await watch.next()]
    expect(events.map(({ object }) => object.metadata.name)).toEqual(['o6', 'o7', 'o8', 'o9', 'o10'])
    expect(events.map(({ object }) => object.data?.['value'])).toEqual([text, text, text, text, big])
    first.raw(line(11, text).subarray(0, 60))
    first.end()
    await scene.clock.passWait()
    const second = (await scene.server.expect('WATCH', { resourceVersion: '10' })).stream()
    second.raw(line(11, text))
    expect((await watch.next()).object.metadata.name).toBe('o11')
  })

  it('X8 goes back to the last whole event after a line that is none', async () => {
    const scene = await scripted()
    const watch = read(scene)
    await untilListed(scene, listOf('5', []))
    const first = (await scene.server.expect('WATCH')).stream()
    first.event('ADDED', stored('a@6'))
    first.raw('<html>\n')
    await first.closed
    await scene.clock.passWait()
    ;(await scene.server.expect('WATCH', { resourceVersion: '6' })).stream().event('ADDED', stored('b@7'))
    expect(await watch.take(2)).toEqual(['ADDED a@6', 'ADDED b@7'])
  })

  it('X12 G34 never goes back: an event that came before, or an old one, changes nothing', async () => {
    const scene = await scripted()
    const informer = scene.configMaps.informer()
    const told = record(informer)
    await untilListed(scene, listOf('50', ['a@40']))
    const stream = (await scene.server.expect('WATCH')).stream()
    for (const version of [61, 65, 65, 61]) stream.event('MODIFIED', stored(`a@${version}`))
    stream.event('DELETED', stored('b@66'))
    stream.bookmark('70')
    await informer.reached('70')
    expect(told).toEqual(['add a@40', 'update a@40 a@61', 'update a@61 a@65'])
    expect(informer.get('a')?.metadata.resourceVersion).toBe('65')
  })

  it('X9 believes a server that was set back to earlier versions', async () => {
    const scene = await scripted()
    const watch = read(scene)
    await untilListed(scene, listOf('50', ['a@40']))
    const stream = (await scene.server.expect('WATCH')).stream()
    stream.event('MODIFIED', stored('a@60'))
    stream.event('ERROR', statusOf(410, 'Expired'))
    await scene.clock.passWait()
    await untilListed(scene, listOf('20', ['a@10']))
    const second = (await scene.server.expect('WATCH', { resourceVersion: '20' })).stream()
    second.event('ADDED', stored('b@21'))
    expect(await watch.take(4)).toEqual(['ADDED a@40', 'MODIFIED a@60', 'MODIFIED a@10', 'ADDED b@21'])
  })
})

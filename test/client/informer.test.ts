import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isForbidden, type ConfigMap, type InformerOptions } from '../../src/client/index.ts'
import { listOf, stored } from '../support/scripted-server.ts'
import { rejection, scripted } from './scripted-client.ts'

const byColour = (object: ConfigMap) => (object.data?.['colour'] ?? '').split(',').filter(Boolean)
const names = (objects: ConfigMap[]) => objects.map(({ metadata }) => metadata.name)

/** An informer whose first list is {a red, b red and blue}@9 and whose watch is open. */
async function synced(options: InformerOptions<ConfigMap> = {}) {
  const scene = await scripted()
  const informer = scene.configMaps.informer({ indexes: { byColour }, ...options })
  onTestFinished(() => informer.stop())
  const items = [stored('a@1', { colour: 'red' }), stored('b@2', { colour: 'red,blue' })]
  ;(await scene.server.expect('GET')).json(listOf('9', items))
  await informer.synced
  return { ...scene, informer, stream: (await scene.server.expect('WATCH', { resourceVersion: '9' })).stream() }
}

describe('an informer', () => {
  it('X19 is synced after the first list, and finds objects by name and by index', async () => {
    const { informer, stream } = await synced()
    expect([informer.get('a')?.kind, informer.get('a', 'x')?.metadata.name]).toEqual(['ConfigMap', 'a'])
    expect([informer.get('z'), informer.get('a', 'y')]).toEqual([undefined, undefined])
    expect(names(informer.list())).toEqual(['a', 'b'])
    expect(names(informer.list('byColour', 'red'))).toEqual(['a', 'b'])
    stream.event('MODIFIED', stored('b@10', { colour: 'blue,green' }))
    stream.event('DELETED', stored('a@11', { colour: 'red' }))
    await informer.reached('11')
    const found = ['red', 'blue', 'green'].map((colour) => names(informer.list('byColour', colour)))
    expect(found).toEqual([[], ['b'], ['b']])
    expect(() => informer.list('byShape', 'round')).toThrow('byShape')
  })

  it('X19 keeps an index in order when its function fails for an object', async () => {
    const byShape = ({ data }: ConfigMap) => {
      if (data?.['shape'] === 'bad') throw new Error('bad')
      return [data?.['shape'] ?? '']
    }
    const { informer, stream } = await synced({ indexes: { byShape } })
    informer.onError(() => {})
    stream.event('MODIFIED', stored('a@10', { shape: 'round' }))
    stream.event('MODIFIED', stored('b@11', { shape: 'round' }))
    stream.event('MODIFIED', stored('a@12', { shape: 'bad' }))
    stream.event('MODIFIED', stored('a@13', { shape: 'flat' }))
    await informer.reached('13')
    expect(['', 'bad', 'round', 'flat'].map((shape) => names(informer.list('byShape', shape)))).toEqual([
      [],
      [],
      ['b'],
      ['a'],
    ])
  })

  it('X19 tells a handler that comes late what is there, and a handler that left nothing more', async () => {
    const { informer, stream } = await synced()
    const added: string[] = []
    const leave = informer.onAdd((object) => added.push(object.metadata.name))
    expect(added).toEqual(['a', 'b'])
    stream.event('ADDED', stored('c@10'))
    await informer.reached('10')
    leave()
    stream.event('ADDED', stored('d@11'))
    await informer.reached('11')
    expect(added).toEqual(['a', 'b', 'c'])
  })

  it('X20 says when a version is in the store: by its event, or by a bookmark', async () => {
    const { informer, stream } = await synced()
    const reached: string[] = []
    const wait = (version: string) => informer.reached(version).then(() => reached.push(version))
    await wait('9')
    const waits = [wait('11'), wait('12'), wait('100')]
    stream.event('MODIFIED', stored('a@11'))
    await waits[0]
    expect([reached, informer.get('a')?.metadata.resourceVersion]).toEqual([['9', '11'], '11'])
    stream.bookmark('100')
    await Promise.all(waits)
    expect([reached, informer.version]).toEqual([['9', '11', '12', '100'], '100'])
  })

  it('X20 lets a waiter go when its signal is aborted, or the informer ends', async () => {
    const { informer } = await synced()
    const control = new AbortController()
    const aborted = rejection(informer.reached('11', { signal: control.signal }))
    control.abort(new Error('enough'))
    expect(await aborted).toMatchObject({ message: 'enough' })
    const ended = rejection(informer.reached('11'))
    await informer.stop()
    expect(await ended).toMatchObject({ name: 'AbortError' })
    expect(await rejection(informer.reached('11'))).toMatchObject({ name: 'AbortError' })
    await informer.reached('9')
  })

  it('X12 G34 keeps the newer state when the answer to an own write comes late', async () => {
    const { informer, stream, server, configMaps } = await synced()
    const seen: string[] = []
    informer.onUpdate((object) => seen.push(object.metadata.resourceVersion))
    const written = configMaps.update(stored('a@9'))
    const put = await server.expect('PUT')
    stream.event('MODIFIED', stored('a@61'))
    stream.event('MODIFIED', stored('a@65'))
    await informer.reached('65')
    put.json(stored('a@61'))
    await informer.reached((await written).metadata.resourceVersion)
    expect([informer.get('a')?.metadata.resourceVersion, seen]).toEqual(['65', ['61', '65']])
  })

  it('X19 goes on when a handler throws, and tells it', async () => {
    const { informer, stream } = await synced()
    const errors: unknown[] = []
    const updates: string[] = []
    informer.onError((error) => errors.push(error))
    informer.onUpdate(() => {
      throw new Error('mine')
    })
    informer.onUpdate((object) => updates.push(object.metadata.resourceVersion))
    stream.event('MODIFIED', stored('a@10'))
    stream.event('MODIFIED', stored('a@11'))
    await informer.reached('11')
    expect([errors.map((error) => (error as Error).message), updates]).toEqual([
      ['mine', 'mine'],
      ['10', '11'],
    ])
  })

  it('X14 ends with an error that coming back cannot cure', async () => {
    const { server, configMaps, clock } = await scripted()
    const informer = configMaps.informer()
    const errors: unknown[] = []
    informer.onError((error) => errors.push(error))
    const waiting = rejection(informer.reached('1'))
    ;(await server.expect('GET')).refuse(403, 'Forbidden')
    expect(isForbidden(await rejection(informer.synced))).toBe(true)
    expect(await waiting).toBe(errors[0])
    expect([errors.length, clock.timers.size]).toEqual([1, 0])
  })

  it('X14 prints what nobody listens for', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => print.mockRestore())
    const { server, configMaps } = await scripted()
    const informer = configMaps.informer()
    ;(await server.expect('GET')).refuse(403, 'Forbidden')
    await rejection(informer.synced)
    await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  })

  it('X15 stops with its signal: no connection and no timer is left', async () => {
    const control = new AbortController()
    const { informer, stream, clock } = await synced({ signal: control.signal })
    control.abort()
    await informer.stop()
    await stream.closed
    expect([clock.timers.size, names(informer.list())]).toEqual([0, ['a', 'b']])
  })
})

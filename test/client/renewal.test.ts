import { describe, expect, it, onTestFinished } from 'vitest'
import { isNotFound, isUnauthorized } from '../../src/client/index.ts'
import { listOf, stored, type Exchange } from '../support/scripted-server.ts'
import { read, rejection, scripted, untilListed } from './scripted-client.ts'

/** Gives `t1`, `t2`, … and notes which token it was told was refused. */
function counting() {
  const refusals: (string | undefined)[] = []
  return { refusals, token: (refused?: string) => `t${refusals.push(refused)}` }
}
const tokenOf = ({ headers }: Exchange) => headers.authorization?.replace('Bearer ', '')

describe('a token that is refused', () => {
  it.for(['read', 'write'])('X28 is asked for anew, once, and a %s is sent again', async (what) => {
    const { token, refusals } = counting()
    const { server, configMaps, clock } = await scripted({ token })
    const call = what === 'read' ? configMaps.get('a') : configMaps.create({ metadata: { name: 'a' } })
    const first = await server.next()
    first.refuse(401, 'Unauthorized')
    const second = await server.next()
    expect([tokenOf(first), tokenOf(second), refusals]).toEqual(['t1', 't2', [undefined, 't1']])
    expect([second.method, second.text]).toEqual([first.method, first.text])
    second.json(stored('a@5'))
    expect((await call).metadata.name).toBe('a')
    expect(clock.timers.size).toBe(0)
  })

  it('X28 is the answer where the new one is refused too, and where it is always the same', async () => {
    const { server, configMaps } = await scripted({ token: counting().token })
    const twice = rejection(configMaps.get('a'))
    for (let i = 0; i < 2; i++) (await server.next()).refuse(401, 'Unauthorized')
    expect(isUnauthorized(await twice)).toBe(true)
    const fixed = await scripted({ token: 't' })
    const once = rejection(fixed.configMaps.get('a'))
    ;(await fixed.server.next()).refuse(401, 'Unauthorized')
    expect([isUnauthorized(await once), fixed.server.verbs]).toEqual([true, ['GET']])
  })

  it('X28 ends no informer: a new token is asked for, and while it is refused too it comes back after waits', async () => {
    const { token } = counting()
    const scene = await scripted({ token })
    const delays: number[] = []
    const informer = scene.configMaps.informer({ onInterruption: ({ delayMs }) => void delays.push(delayMs) })
    onTestFinished(() => informer.stop())
    await untilListed(scene, listOf('5', ['a@2']))
    await informer.synced
    ;(await scene.server.expect('WATCH')).refuse(401, 'Unauthorized')
    const stream = (await scene.server.expect('WATCH', { resourceVersion: '5' })).stream()
    stream.event('ADDED', stored('b@6'))
    await informer.reached('6')
    expect(delays).toEqual([])
    stream.event('ERROR', { kind: 'Status', status: 'Failure', reason: 'Unauthorized', code: 401 })
    await scene.clock.passWait()
    for (let i = 0; i < 6; i++) {
      ;(await scene.server.expect('WATCH', { resourceVersion: '6' })).refuse(401, 'Unauthorized')
      if (i % 2 === 1) await scene.clock.passWait()
    }
    ;(await scene.server.expect('WATCH', { resourceVersion: '6' })).stream().event('DELETED', stored('a@7'))
    await informer.reached('7')
    expect(informer.list().map(({ metadata }) => metadata.name)).toEqual(['b'])
    expect(delays).toEqual(delays.toSorted((a, b) => a - b))
    expect(delays).toHaveLength(4)
  })

  it('X28 X14 ends a watch at its start, and one whose token is always the same', async () => {
    const scene = await scripted({ token: counting().token })
    const start = rejection(read(scene).events.next())
    for (let i = 0; i < 2; i++) (await scene.server.expect('GET')).refuse(401, 'Unauthorized')
    expect(isUnauthorized(await start)).toBe(true)
    const fixed = await scripted({ token: 't' })
    const watch = read(fixed)
    await untilListed(fixed, listOf('5', ['a@2']))
    await watch.take(1)
    ;(await fixed.server.expect('WATCH')).refuse(401, 'Unauthorized')
    expect(isUnauthorized(await rejection(watch.events.next()))).toBe(true)
  })
})

describe('a resource that is missing', () => {
  it('X28 in the middle of a watch is waited for, and what has changed meanwhile is told', async () => {
    const scene = await scripted()
    const watch = read(scene)
    await untilListed(scene, listOf('5', ['a@2', 'b@3']))
    await watch.take(2)
    ;(await scene.server.expect('WATCH')).refuse(404, 'NotFound')
    expect(await scene.clock.passWait()).toBe(500)
    ;(await scene.server.expect('GET')).refuse(404, 'NotFound')
    expect(await scene.clock.passWait()).toBe(900)
    await untilListed(scene, listOf('9', ['b@3', 'c@8']))
    expect(await watch.take(2)).toEqual(['DELETED a@2', 'ADDED c@8'])
    ;(await scene.server.expect('WATCH', { resourceVersion: '9' })).stream()
  })

  it('X28 X14 at the start of a watch is the answer, also after a list of the caller', async () => {
    const scene = await scripted()
    const start = rejection(read(scene).events.next())
    ;(await scene.server.expect('GET')).refuse(404, 'NotFound')
    expect(isNotFound(await start)).toBe(true)
    const from = { items: [], resourceVersion: '5' }
    const later = rejection(read(scene, { from }).events.next())
    ;(await scene.server.expect('WATCH')).refuse(404, 'NotFound')
    expect(isNotFound(await later)).toBe(true)
  })
})

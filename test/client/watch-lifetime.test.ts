import { describe, expect, it } from 'vitest'
import { isExpired, isForbidden } from '../../src/client/index.ts'
import { listOf, stored } from '../support/scripted-server.ts'
import { briefly, read, rejection, scripted, untilListed } from './scripted-client.ts'

describe('the beginning and the end of a watch', () => {
  it('X13 begins after a list without asking for it again, and tells later what was deleted of it', async () => {
    const scene = await scripted()
    const listing = scene.configMaps.list().all()
    await untilListed(scene, listOf('5', ['a@2', 'b@3']))
    const watch = read(scene, { from: await listing })
    ;(await scene.server.expect('WATCH', { resourceVersion: '5' })).refuse(410, 'Expired')
    await scene.clock.passWait()
    await untilListed(scene, listOf('9', ['b@3', 'c@8']))
    expect(await watch.take(2)).toEqual(['DELETED a@2', 'ADDED c@8'])
  })

  it('X13 begins after a version: what was there is listed first and not told', async () => {
    const scene = await scripted()
    const watch = read(scene, { from: '5' })
    const list = await scene.server.expect('GET', { resourceVersion: '5', resourceVersionMatch: 'Exact' })
    list.json(listOf('5', ['a@2']))
    const stream = (await scene.server.expect('WATCH', { resourceVersion: '5' })).stream()
    stream.event('MODIFIED', stored('a@6'))
    expect(await watch.take(1)).toEqual(['MODIFIED a@6'])
  })

  it('X13 refuses to begin after a version that is older than history', async () => {
    const scene = await scripted()
    const error = rejection(read(scene, { from: '5' }).events.next())
    ;(await scene.server.expect('GET')).refuse(410, 'Expired')
    expect(isExpired(await error)).toBe(true)
    expect(scene.clock.timers.size).toBe(0)
  })

  it('X14 throws what coming back cannot cure, once, and asks no more', async () => {
    const scene = await scripted()
    const watch = read(scene)
    await untilListed(scene, listOf('5', ['a@2']))
    ;(await scene.server.expect('WATCH')).refuse(403, 'Forbidden')
    expect(await watch.take(1)).toEqual(['ADDED a@2'])
    expect(isForbidden(await rejection(watch.events.next()))).toBe(true)
    expect(await watch.events.next()).toEqual({ value: undefined, done: true })
    expect([scene.server.verbs, scene.clock.timers.size]).toEqual([['GET', 'WATCH'], 0])
  })

  it.for(['listing', 'waiting', 'open'])('X15 ends on abort while %s', async (phase) => {
    const scene = await scripted()
    const control = new AbortController()
    const watch = read(scene, { signal: control.signal })
    const next = watch.events.next()
    const list = await scene.server.expect('GET')
    if (phase === 'waiting') {
      list.refuse(500, 'InternalError')
      await scene.clock.timerOf((ms) => ms < 1000)
    }
    if (phase === 'open') {
      list.json(listOf('5', []))
      ;(await scene.server.expect('WATCH')).stream()
    }
    control.abort()
    expect(await next).toEqual({ value: undefined, done: true })
    await watch.events.return?.()
    expect(scene.clock.timers.size).toBe(0)
  })

  it('X15 ends when the loop is left', async () => {
    const scene = await scripted()
    const loop = (async () => {
      for await (const event of scene.configMaps.watch()) return briefly(event)
      return undefined
    })()
    await untilListed(scene, listOf('5', ['a@2', 'b@3']))
    expect(await loop).toBe('ADDED a@2')
    expect(scene.clock.timers.size).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { ConflictError, isAlreadyExists, isConflict, isInvalid, isNotFound } from '../../src/client/index.ts'
import { stored } from '../support/scripted-server.ts'
import { rejection, scripted, type Scripted } from './scripted-client.ts'

const withNumber = (n: string) => (object: object) => ({ ...object, data: { n } }) as never

/** Answers GET with a@version and the PUT after it with a refusal. */
async function refuseOnce({ server }: Scripted, version: number, code: number, reason: string): Promise<void> {
  const read = await server.expect('GET')
  read.json(stored(`a@${version}`))
  const write = await server.expect('PUT')
  expect(write.body.metadata.resourceVersion).toBe(`${version}`)
  write.refuse(code, reason, { message: `at ${version}` })
}

describe('update with retry', () => {
  it('X5 G29 (a) reads again before each write, sends the version just read, and waits longer each time', async () => {
    const scene = await scripted()
    const updated = scene.configMaps.updateWithRetry('a', withNumber('1'))
    const waits: number[] = []
    for (const version of [5, 6, 7]) {
      await refuseOnce(scene, version, 409, 'Conflict')
      waits.push(await scene.clock.passWait())
    }
    ;(await scene.server.expect('GET')).json(stored('a@8'))
    const write = await scene.server.expect('PUT', { fieldManager: 'coxswain-client' })
    expect([write.body.metadata.resourceVersion, write.body.data]).toEqual(['8', { n: '1' }])
    write.json(stored('a@9', { n: '1' }))
    expect((await updated).metadata.resourceVersion).toBe('9')
    expect(scene.server.verbs).toEqual(['GET', 'PUT', 'GET', 'PUT', 'GET', 'PUT', 'GET', 'PUT'])
    // chance is one half: half of 10, 20 and 40
    expect(waits).toEqual([5, 10, 20])
  })

  it('X5 G29 (b) gives up after the tries with the last conflict, and asks no more', async () => {
    const scene = await scripted()
    const error = rejection(scene.configMaps.updateWithRetry('a', withNumber('1'), { tries: 3 }))
    for (const version of [5, 6, 7]) {
      await refuseOnce(scene, version, 409, 'Conflict')
      if (version < 7) await scene.clock.passWait()
    }
    expect(await error).toBeInstanceOf(ConflictError)
    expect(await error).toMatchObject({ message: 'at 7', reason: 'Conflict', code: 409 })
    expect(scene.server.verbs).toHaveLength(6)
    expect(scene.clock.timers.size).toBe(0)
  })

  it.for([
    ['(c)', 422, 'Invalid', isInvalid],
    ['(d)', 409, 'AlreadyExists', isAlreadyExists],
  ] as const)('X5 X3 G29 %s rejects at once where it is no conflict: %i %s', async ([, code, reason, isSuch]) => {
    const scene = await scripted()
    const error = rejection(scene.configMaps.updateWithRetry('a', withNumber('1')))
    await refuseOnce(scene, 5, code, reason)
    expect(isSuch(await error)).toBe(true)
    expect(isConflict(await error)).toBe(false)
    expect(scene.server.verbs).toEqual(['GET', 'PUT'])
  })

  it('X5 G29 (e) rejects with the 404 of the second read', async () => {
    const scene = await scripted()
    const error = rejection(scene.configMaps.updateWithRetry('a', withNumber('1')))
    await refuseOnce(scene, 5, 409, 'Conflict')
    await scene.clock.passWait()
    ;(await scene.server.expect('GET')).refuse(404, 'NotFound')
    expect(isNotFound(await error)).toBe(true)
    expect(scene.server.verbs).toEqual(['GET', 'PUT', 'GET'])
  })

  it('X5 gives up when time is over, before the wait', async () => {
    const scene = await scripted()
    const error = rejection(scene.configMaps.updateWithRetry('a', withNumber('1'), { withinMs: 12 }))
    await refuseOnce(scene, 5, 409, 'Conflict')
    await scene.clock.passWait()
    await refuseOnce(scene, 6, 409, 'Conflict')
    expect(await error).toMatchObject({ message: 'at 6' })
    expect(scene.clock.timers.size).toBe(0)
  })

  it('X5 ends in a wait when the signal is aborted', async () => {
    const scene = await scripted()
    const control = new AbortController()
    const error = rejection(scene.configMaps.updateWithRetry('a', withNumber('1'), { signal: control.signal }))
    await refuseOnce(scene, 5, 409, 'Conflict')
    await scene.clock.timerOf((ms) => ms < 100)
    control.abort(new Error('enough'))
    expect(await error).toMatchObject({ message: 'enough' })
    expect([scene.clock.timers.size, scene.server.verbs]).toEqual([0, ['GET', 'PUT']])
  })

  it('X6 writes nothing where the change answers with nothing, and answers with what was read', async () => {
    const scene = await scripted()
    const updated = scene.configMaps.updateWithRetry('a', () => undefined)
    ;(await scene.server.expect('GET')).json(stored('a@5'))
    expect((await updated).metadata.resourceVersion).toBe('5')
    expect(scene.server.verbs).toEqual(['GET'])
  })

  it('X6 refuses a change that was made and not returned, and one of another version', async () => {
    const scene = await scripted()
    const old = stored('a@4')
    const forgotten = rejection(scene.configMaps.updateWithRetry('a', (object) => void (object.data = { n: '1' })))
    ;(await scene.server.expect('GET')).json(stored('a@5'))
    expect(await forgotten).toMatchObject({ name: 'TypeError', message: 'the change of a was made but not returned' })
    const stale = rejection(scene.configMaps.updateWithRetry('a', () => old))
    ;(await scene.server.expect('GET')).json(stored('a@5'))
    expect(await stale).toMatchObject({ name: 'TypeError' })
    expect(scene.server.verbs).toEqual(['GET', 'GET'])
  })
})

import { expect, onTestFinished, test } from 'vitest'
import { TestClock } from './support/clock.ts'
import { briefly, revisionOf } from './support/event-inbox.ts'
import { HeldTimers } from './support/held-timers.ts'
import { CALLER, newNamespace, versionOf } from './support/test-scope.ts'

test('W5 over HTTP a bookmark comes each minute and before the time limit, at a version that is all sent', async () => {
  const timers = new HeldTimers()
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const place = await newNamespace()
  const reader = (await place.watch({ bookmarks: true, timeoutSeconds: 90 })).read()
  const created = await place.create('a')
  expect(briefly(await reader.events.next())).toBe('ADDED a')
  const other = await place.createObject('secrets', { metadata: { name: 's' } })
  clock.advance(60_000)
  await place.inside(() => timers.fire())
  const bookmark = await reader.events.next()
  expect([briefly(bookmark), revisionOf(bookmark)]).toEqual(['BOOKMARK', versionOf(other)])
  expect(versionOf(other)).toBeGreaterThan(versionOf(created))
  clock.advance(30_000)
  // committed, but not delivered when the limit is reached: it goes out before the last bookmark
  await place.inside(async (scope) => {
    await scope.write([place.createCall({ metadata: { name: 'late' } })], CALLER)
    timers.fire()
  })
  const [late, last] = await reader.events.take(2)
  expect([briefly(late!), briefly(last!)]).toEqual(['ADDED late', 'BOOKMARK'])
  expect(revisionOf(last!)).toBe(revisionOf(late!))
  expect(await reader.events.ended()).toEqual({ how: 'clean', leftover: '' })
})

test('W7 at its limit a watch is sent what was committed before, and ends in order', async () => {
  const timers = new HeldTimers()
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const place = await newNamespace()
  const reader = (await place.watch({ timeoutSeconds: 30 })).read()
  clock.advance(30_000)
  await place.inside(async (scope) => {
    await scope.write([place.createCall({ metadata: { name: 'late' } })], CALLER)
    timers.fire()
  })
  expect(briefly(await reader.events.next())).toBe('ADDED late')
  expect(await reader.events.ended()).toEqual({ how: 'clean', leftover: '' })
})

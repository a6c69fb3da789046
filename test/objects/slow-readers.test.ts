import { expect, onTestFinished, test, vi } from 'vitest'
import { TestClock } from './support/clock.ts'
import { briefly, nameOf } from './support/event-inbox.ts'
import { expectAll } from './support/expect-events.ts'
import { HeldTimers } from './support/held-timers.ts'
import type { HttpReader } from './support/http-reader.ts'
import { newNamespace, type TestScope } from './support/test-scope.ts'

test('W21 a reader that takes nothing holds little, slows nobody, and goes on without a gap', async () => {
  const place = await newNamespace()
  const stuck = await place.watch()
  const good = (await place.watch()).read()
  const names: string[] = []
  for (let i = 0; i < 60; i++) {
    names.push(`object-${i}`)
    await place.create(`object-${i}`, { data: 'x'.repeat(100_000) })
  }
  expectAll(await good.events.take(60), names)
  const waiting = await place.inside((scope) => [...scope.hub].map(({ stream }) => stream.account.owed))
  expect(Math.max(...waiting)).toBeLessThanOrEqual(262_144)
  expectAll(await stuck.read().events.take(60), names)
  await closeAll([stuck, good])
})

test('W21 a reader that takes nothing for a minute is cut off in order; what it got is a prefix', async () => {
  const timers = new HeldTimers()
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const place = await newNamespace()
  const stuck = await place.watch()
  const slow = await place.watch()
  const names = Array.from({ length: 10 }, (_, i) => `object-${i}`)
  for (const name of names) await place.create(name, { data: 'x'.repeat(100_000) })
  expectAll(await slow.read().events.take(10), names)
  expect(await place.inside((scope) => scope.hub.size)).toBe(2)
  clock.advance(60_000)
  await place.inside(() => timers.fire())
  expect(await place.inside((scope) => scope.hub.size)).toBe(1)
  expect(await stuck.read().events.ended()).toEqual({ how: 'clean', leftover: '' })
  expect(stuck.events.all.length).toBeGreaterThan(0)
  expect(stuck.events.all.map(nameOf)).toEqual(names.slice(0, stuck.events.all.length))
  await place.create('more')
  expect(briefly(await slow.events.next())).toBe('ADDED more')
  await slow.close()
})

test('W21 all readers together hold 32 MB at most; those that waited for room go on when there is some', async () => {
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const { place, readers } = await fullOfReaders()
  expect(await place.inside((scope) => scope.hub.backlog.total)).toBeLessThanOrEqual(33_554_432)
  // one that takes what it has is sent more, whatever the others hold
  expect((await readers[0]!.read().events.take(2)).map(nameOf)).toEqual(['large', 'small'])
  for (const reader of readers.slice(1)) reader.read()
  for (const { events } of readers.slice(1)) expect((await events.take(2)).map(nameOf)).toEqual(['large', 'small'])
  await closeAll(readers)
})

test('W21 readers that are late and owe most are cut off until there is room for the others', async () => {
  const timers = new HeldTimers()
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const { place, readers } = await fullOfReaders()
  const healthy = (await place.watch()).read()
  clock.advance(1_000)
  await place.create('next')
  expect(briefly(await healthy.events.next())).toBe('ADDED next')
  await expect.poll(() => place.inside((scope) => scope.hub.backlog.total)).toBeLessThanOrEqual(16_777_216)
  await place.inside(() => timers.fire())
  const fates = await Promise.all(
    readers.map((reader) =>
      reader
        .read()
        .events.takeTo('next')
        .then(
          () => 'went on',
          () => 'was cut',
        ),
    ),
  )
  expect(new Set(fates)).toEqual(new Set(['went on', 'was cut']))
  await healthy.close()
  await Promise.allSettled(readers.map((reader) => reader.close()))
})

/** 200 readers that read nothing, and events of which they can hold no more. */
async function fullOfReaders(): Promise<{ place: TestScope; readers: HttpReader[] }> {
  const place = await newNamespace()
  const readers: HttpReader[] = []
  for (let i = 0; i < 200; i++) readers.push(await place.watch())
  await place.create('large', { data: 'x'.repeat(200_000) })
  await place.create('small')
  await expect.poll(() => place.inside((scope) => scope.hub.isDelivering)).toBe(false)
  return { place, readers }
}

test('W21 a fault in what one watch shows ends that watch with an ERROR event, and no other', async () => {
  const place = await newNamespace()
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const broken = (await place.watch({ form: 'Table' })).read()
  const good = (await place.watch()).read()
  await place.inside((scope) => {
    const [first] = [...scope.hub]
    vi.spyOn(first!.encoder, 'event').mockImplementation(() => {
      throw new Error('cannot be shown')
    })
  })
  await place.create('a')
  expect(await broken.events.next()).toMatchObject({ type: 'ERROR', object: { code: 500 } })
  expect(await broken.events.ended()).toMatchObject({ how: 'clean' })
  expect(briefly(await good.events.next())).toBe('ADDED a')
  await place.create('b')
  expect(briefly(await good.events.next())).toBe('ADDED b')
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
  await closeAll([good])
})

test('W21 a fault in a bookmark ends that watch with an ERROR event; others get theirs, this minute and the next', async () => {
  const timers = new HeldTimers()
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const place = await newNamespace()
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const broken = (await place.watch({ bookmarks: true })).read()
  const good = (await place.watch({ bookmarks: true })).read()
  await place.inside((scope) => {
    const [first] = [...scope.hub]
    vi.spyOn(first!.encoder, 'bookmark').mockImplementation(() => {
      throw new Error('cannot be shown')
    })
  })
  for (const minute of [1, 2]) {
    clock.advance(60_000)
    await place.inside(() => timers.fire())
    expect(briefly(await good.events.next()), `minute ${minute}`).toBe('BOOKMARK')
  }
  expect(await broken.events.next()).toMatchObject({ type: 'ERROR', object: { code: 500 } })
  expect(await broken.events.ended()).toMatchObject({ how: 'clean' })
  await place.create('a')
  expect(briefly(await good.events.next())).toBe('ADDED a')
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
  await closeAll([good])
})

test('W22 a watcher that went away is found by the next event, and leaves no timer behind', async () => {
  const timers = new HeldTimers()
  const place = await newNamespace()
  const reader = (await place.watch()).read()
  const other = (await place.watch({ bookmarks: true })).read()
  await reader.close()
  await place.create('a')
  expect(briefly(await other.events.next())).toBe('ADDED a')
  await expect.poll(() => place.inside((scope) => scope.hub.size)).toBe(1)
  expect(timers.delays).toHaveLength(1)
  await other.close()
  await place.create('b')
  await expect.poll(() => place.inside((scope) => scope.hub.size)).toBe(0)
  expect(timers.delays).toEqual([])
})

test('W22 a watcher that went away while nothing happens is found by its next bookmark', async () => {
  const timers = new HeldTimers()
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const place = await newNamespace()
  const reader = (await place.watch({ bookmarks: true })).read()
  await reader.close()
  clock.advance(60_000)
  await place.inside(() => timers.fire())
  await expect.poll(() => place.inside((scope) => scope.hub.size)).toBe(0)
  expect(timers.delays).toEqual([])
})

const closeAll = (readers: readonly { close(): Promise<void> }[]) =>
  Promise.all(readers.map((reader) => reader.close()))

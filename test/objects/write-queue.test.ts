import { expect, test } from 'vitest'
import { WriteQueue } from '../../src/objects/write-queue.ts'

/** A disk in the hands of a test: each commit ends when the test says so. */
class Disk {
  readonly commits: PromiseWithResolvers<void>[] = []

  readonly sync = (): Promise<void> => {
    const commit = Promise.withResolvers<void>()
    this.commits.push(commit)
    return commit.promise
  }
}

const LONG_MS = 3_600_000

/** A queue on such a disk, and what ran, in order. */
function queueOn(maxWaitMs = LONG_MS) {
  const disk = new Disk()
  const queue = new WriteQueue(disk.sync, maxWaitMs)
  const ran: string[] = []
  const write = (name: string) => queue.run(() => (ran.push(name), name))
  return { disk, queue, ran, write }
}

/** A turn of the event loop, after which all that could go on without the disk has. */
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

test('a write that finds nobody before it runs at once, and answers without waiting for the disk', async () => {
  const { disk, ran, write } = queueOn()
  const answer = write('a')
  expect(ran).toEqual(['a'])
  expect(await answer).toBe('a')
  expect(disk.commits).toHaveLength(1)
})

test('writes that come while a commit is being made durable run together when it is, with one commit for all', async () => {
  const { disk, ran, write } = queueOn()
  await write('a')
  const others = ['b', 'c', 'd'].map(write)
  await turn()
  expect(ran).toEqual(['a'])
  disk.commits[0]!.resolve()
  expect(await Promise.all(others)).toEqual(['b', 'c', 'd'])
  expect(ran).toEqual(['a', 'b', 'c', 'd'])
  expect(disk.commits).toHaveLength(2)
})

test('answers come in the order of the writes', async () => {
  const { disk, write } = queueOn()
  const answered: string[] = []
  for (const name of ['a', 'b', 'c']) void write(name).then((answer) => answered.push(answer))
  disk.commits[0]!.resolve()
  await turn()
  expect(answered).toEqual(['a', 'b', 'c'])
})

test('when the queue is empty and the commit is done, the next write runs at once again', async () => {
  const { disk, ran, write } = queueOn()
  await write('a')
  disk.commits[0]!.resolve()
  await turn()
  void write('b')
  expect(ran).toEqual(['a', 'b'])
  expect(disk.commits).toHaveLength(2)
})

test('a write waits no longer than the longest wait, however long the disk takes', async () => {
  const { disk, ran, write } = queueOn(5)
  await write('a')
  expect(await write('b')).toBe('b')
  expect(ran).toEqual(['a', 'b'])
  expect(disk.commits).toHaveLength(2)
})

test('a write that throws fails alone', async () => {
  const { disk, queue, write } = queueOn()
  await write('a')
  const before = write('b')
  const failing = queue.run(() => {
    throw new Error('no')
  })
  const after = write('c')
  disk.commits[0]!.resolve()
  await expect(failing).rejects.toThrow('no')
  expect([await before, await after]).toEqual(['b', 'c'])
})

test('a first write that throws leaves the queue in order', async () => {
  const { disk, queue, write } = queueOn()
  const failing = queue.run(() => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const next = write('b')
  disk.commits[0]!.resolve()
  expect(await next).toBe('b')
})

test('a commit that fails rejects all that wait for it, none of which ran, and the queue goes on', async () => {
  const { disk, ran, write } = queueOn()
  await write('a')
  const waiting = ['b', 'c'].map(write)
  disk.commits[0]!.reject(new Error('the disk is gone'))
  for (const outcome of await Promise.allSettled(waiting))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'the disk is gone' } })
  expect(ran).toEqual(['a'])
  expect(await write('d')).toBe('d')
})

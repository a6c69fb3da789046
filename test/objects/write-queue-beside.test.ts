import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WriteQueue } from '../../src/objects/write-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A queue whose commits end when the test says so, and what ran, in order. */
function newQueue() {
  const commits: PromiseWithResolvers<void>[] = []
  const sync = () => {
    const commit = Promise.withResolvers<void>()
    commits.push(commit)
    return commit.promise
  }
  const queue = new WriteQueue(sync, 3_600_000)
  const ran: string[] = []
  return {
    commits,
    ran,
    write: (name: string) => queue.run(() => (ran.push(name), name)),
    beside: (name: string) => queue.runBeside(() => (ran.push(name), name)),
    endCommit: () => {
      commits.at(-1)!.resolve()
      return vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('work beside the writes runs in the next turn where nobody writes, with a commit of its own', async () => {
  const { beside, commits, ran } = newQueue()
  const done = beside('a')
  expect(ran).toEqual([])
  await vi.advanceTimersByTimeAsync(0)
  expect(ran).toEqual(['a'])
  expect(await done).toBe('a')
  expect(commits).toHaveLength(1)
})

test('while a commit is under way it waits for that, and shares the next one with the writes that wait', async () => {
  const { beside, commits, endCommit, ran, write } = newQueue()
  await write('a')
  void beside('b')
  void write('c')
  await vi.advanceTimersByTimeAsync(20)
  expect(ran).toEqual(['a'])
  await endCommit()
  expect(ran).toEqual(['a', 'c', 'b'])
  expect(commits).toHaveLength(2)
})

test('while a commit is under way it runs after that also where nobody else waits', async () => {
  const { beside, endCommit, ran, write } = newQueue()
  await write('a')
  void beside('b')
  await vi.advanceTimersByTimeAsync(20)
  await endCommit()
  expect(ran).toEqual(['a', 'b'])
})

test('while others write it pauses before each time; once nobody does, it does not', async () => {
  const { beside, endCommit, ran, write } = newQueue()
  void beside('a')
  await write('w')
  await vi.advanceTimersByTimeAsync(0)
  await endCommit()
  expect(ran).toEqual(['w', 'a'])
  await endCommit()
  void beside('b')
  await vi.advanceTimersByTimeAsync(19)
  expect(ran).toEqual(['w', 'a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(ran).toEqual(['w', 'a', 'b'])
  await endCommit()
  void beside('c')
  await vi.advanceTimersByTimeAsync(0)
  expect(ran).toEqual(['w', 'a', 'b', 'c'])
})

test('a commit that fails rejects it with the writes that wait', async () => {
  const { beside, commits, ran, write } = newQueue()
  await write('a')
  const outcome = Promise.allSettled([beside('b')])
  commits[0]!.reject(new Error('the disk is gone'))
  expect(await outcome).toMatchObject([{ status: 'rejected', reason: { message: 'the disk is gone' } }])
  await vi.advanceTimersByTimeAsync(20)
  expect(ran).toEqual(['a'])
})

test('what throws rejects its own call alone', async () => {
  const queue = new WriteQueue(() => Promise.resolve(), 3_600_000)
  const failing = Promise.allSettled([
    queue.runBeside(() => {
      throw new Error('no')
    }),
    queue.runBeside(() => 'yes'),
  ])
  await vi.advanceTimersByTimeAsync(0)
  expect(await failing).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'yes' }])
})

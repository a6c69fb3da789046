import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Account,
  Backlog,
  FULL_BYTES,
  LATE_MS,
  LOST_MS,
  newAccount,
  SMALL_BYTES,
  TIGHT_BYTES,
} from '../../../src/objects/watch/backlog/backlog.ts'

const KB = 1024
const MB = 1024 * KB
const WINDOW = MB

let now: number
let cut: Account[]
let resumed: Account[]
let backlog: Backlog

beforeEach(() => {
  now = 0
  cut = []
  resumed = []
  backlog = new Backlog({ now: () => now, cut: (one) => cut.push(one), resume: (one) => resumed.push(one) })
})

/** A reader that owes so much. */
function owing(bytes: number, window = WINDOW): Account {
  const account = newAccount(window)
  if (bytes > 0) backlog.sent(account, bytes)
  return account
}
const many = (count: number, bytes: number) => Array.from({ length: count }, () => owing(bytes))

describe('one reader', () => {
  it('K7 W21 waits for itself where its window is full', () => {
    const account = owing(WINDOW - 10)
    expect(backlog.ask(account, 10)).toBe('go')
    expect(backlog.ask(account, 11)).toBe('reader')
    backlog.took(account, 1)
    expect(backlog.ask(account, 11)).toBe('go')
  })

  it('K7 is sent one batch above its window when it owes nothing', () => {
    expect(backlog.ask(owing(0), 2 * WINDOW)).toBe('go')
  })

  it('is still from when it began to owe, or last took something', () => {
    const account = owing(0)
    now = 5_000
    expect(backlog.stillFor(account)).toBe(0)
    backlog.sent(account, 10)
    now = 8_000
    expect(backlog.stillFor(account)).toBe(3_000)
    backlog.took(account, 1)
    expect(backlog.stillFor(account)).toBe(0)
    now = 9_000
    backlog.sent(account, 5)
    expect(backlog.stillFor(account)).toBe(1_000)
  })
})

describe('W21 all readers together', () => {
  it('above 16 MB a reader that owes much waits for room, one that owes little goes on', () => {
    many(16, MB)
    const much = owing(SMALL_BYTES)
    expect(backlog.ask(much, 10)).toBe('room')
    expect(backlog.ask(owing(0), 200 * KB)).toBe('go')
    expect(backlog.ask(owing(10), 10)).toBe('go')
    expect(cut).toEqual([])
  })

  it('never hold more than 32 MB', () => {
    many(31, MB)
    expect(backlog.ask(owing(0), MB)).toBe('go')
    expect(backlog.ask(owing(0), MB + 1)).toBe('room')
    expect(backlog.total).toBeLessThan(FULL_BYTES)
  })

  it('who is late is cut off, who owes most first, and no more than is needed', () => {
    const [big, bigger, ...others] = [owing(2 * MB, Infinity), owing(3 * MB, Infinity), ...many(11, MB)]
    now = LATE_MS
    const asker = owing(0)
    expect(backlog.ask(asker, MB)).toBe('go')
    expect(cut).toEqual([bigger])
    expect(others.some(({ ended }) => ended)).toBe(false)
    backlog.release(bigger!)
    backlog.sent(asker, MB)
    many(3, MB)
    now += 10
    expect(backlog.ask(owing(0), MB)).toBe('go')
    expect(cut).toEqual([bigger, big])
  })

  it('who took something within the second is not late, who owes little is not worth it', () => {
    const taking = owing(9 * MB, Infinity)
    const small = many(128, SMALL_BYTES)
    now = LATE_MS
    backlog.took(taking, 1)
    expect(backlog.ask(taking, 10)).toBe('room')
    expect(cut).toEqual([])
    expect(small.some(({ ended }) => ended)).toBe(false)
  })

  it('when all is full whoever is late is cut off, however little it owes', () => {
    many(512, SMALL_BYTES)
    now = LATE_MS
    const waiter = owing(0)
    expect(backlog.ask(waiter, 10)).toBe('room')
    expect(cut).toHaveLength(1)
    backlog.release(cut[0]!)
    expect(resumed).toEqual([waiter])
  })

  it('what was ended counts until it is gone', () => {
    const [stuck] = [owing(MB)]
    backlog.end(stuck!)
    expect(backlog.total).toBe(MB)
    backlog.took(stuck!, 10)
    expect(backlog.total).toBe(MB - 10)
    backlog.release(stuck!)
    backlog.release(stuck!)
    expect(backlog.total).toBe(0)
  })

  it('those that wait are resumed as room comes, not all at once', () => {
    const holders = many(16, MB)
    const waiters = many(3, SMALL_BYTES)
    // those that owe more than a little wait until all is below 16 MB
    for (const waiter of waiters) expect(backlog.ask(waiter, 900 * KB)).toBe('room')
    expect(backlog.isAwaited).toBe(true)
    backlog.took(holders[0]!, MB)
    backlog.took(holders[1]!, 200 * KB)
    expect(resumed).toEqual([waiters[0]])
    backlog.release(holders[2]!)
    backlog.release(holders[3]!)
    expect(new Set(resumed)).toEqual(new Set(waiters))
    expect(backlog.isAwaited).toBe(false)
  })

  it('those that wait are resumed when time makes others late', () => {
    many(17, MB)
    const waiter = owing(SMALL_BYTES)
    expect(backlog.ask(waiter, 10)).toBe('room')
    now = LATE_MS
    backlog.look()
    expect(cut).toHaveLength(2)
    for (const one of cut) backlog.release(one)
    expect(resumed).toEqual([waiter])
  })

  it('one that was ended waits no more', () => {
    many(17, MB)
    const waiter = owing(SMALL_BYTES)
    backlog.ask(waiter, 10)
    backlog.release(waiter)
    expect(backlog.isAwaited).toBe(false)
  })

  it('what closed readers hold is lost when much of it stays', () => {
    const closed = many(17, MB)
    for (const one of closed) backlog.end(one)
    expect(backlog.isLost).toBe(false)
    now = LOST_MS
    expect(backlog.isLost).toBe(true)
    backlog.release(closed[0]!)
    expect([backlog.isLost, backlog.total]).toEqual([false, TIGHT_BYTES])
  })
})

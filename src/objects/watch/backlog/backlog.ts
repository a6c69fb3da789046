/** Above this, all readers together hold much: who owes most and is late is cut off. Bytes. */
export const TIGHT_BYTES = 16_777_216
/** Never more than this, but for one batch. */
export const FULL_BYTES = 33_554_432
/** A reader that owes no more than this is sent its events as long as the scope is not full. */
export const SMALL_BYTES = 65_536
/** A reader is late that has taken nothing for so long. */
export const LATE_MS = 250
/** What was ended this long ago and still holds much will not be taken any more. */
export const LOST_MS = 10_000

/** What one reader was sent and has not taken yet, as far as that is known. */
export interface Account {
  /** bytes */
  owed: number
  /** It may owe so much; then it waits until it has taken some of it. */
  window: number
  /** When it last took something, or began to owe. */
  movedAt: number
  /** Nothing more is sent; what it owes counts until it is taken or thrown away. */
  ended: boolean
}

export const newAccount = (window: number): Account => ({ owed: 0, window, movedAt: 0, ended: false })

export type Verdict = 'go' | 'reader' | 'room'

interface BacklogOptions {
  /** Milliseconds that never go back. */
  now: () => number
  /** Ends a reader so that what it owes is thrown away, as soon as its transport can. */
  cut: (account: Account) => void
  /** There may be room for one that waited for it. */
  resume: (account: Account) => void
}

/**
 * The one account of what a scope holds in memory for its readers, over HTTP and over sockets. Its sums are kept as things
 * happen: nothing is counted anew.
 *
 * - A reader waits for itself where its own window is full.
 * - Above TIGHT, readers that are late and owe more than SMALL are cut off, who owes most first, until there is room.
 * - A reader that owes little goes on: the debt of others does not delay it. Above FULL, everybody waits for room, and whoever is late
 *   is cut off.
 */
export class Backlog {
  readonly #options: BacklogOptions
  readonly #debtors = new Set<Account>()
  /** Who waits for room, and for how much: readers that owe little, up to FULL, and others, up to TIGHT. */
  readonly #waiting = { little: new Map<Account, number>(), much: new Map<Account, number>() }
  #total = 0
  #ended = 0
  /** When `#ended` rose above TIGHT. */
  #lostSince = Infinity
  /** When a reader was cut off last. */
  #cutAt = -Infinity
  /** By what they owe at least: until then nobody is looked for that is late, as nobody was found. */
  readonly #nobodyUntil = new Map<number, number>()

  constructor(options: BacklogOptions) {
    this.#options = options
  }

  /** Bytes of all readers. */
  get total(): number {
    return this.#total
  }

  /** True while somebody waits for room: `look` is to be called about once a second. */
  get isAwaited(): boolean {
    return this.#waiting.little.size + this.#waiting.much.size > 0
  }

  /** Whether `bytes` may be sent. `room`: the reader is resumed when there may be some. */
  ask(account: Account, bytes: number): Verdict {
    if (account.owed > 0 && account.owed + bytes > account.window) return 'reader'
    if (this.#fits(account, bytes)) return 'go'
    if (!account.ended) this.#waiting[owesLittle(account, bytes) ? 'little' : 'much'].set(account, bytes)
    return 'room'
  }

  #fits(account: Account, bytes: number): boolean {
    if (this.#total === 0 || this.#total + bytes <= TIGHT_BYTES) return true
    this.#relieve(TIGHT_BYTES - bytes, SMALL_BYTES)
    if (account.ended) return false
    if (this.#total + bytes <= TIGHT_BYTES) return true
    if (!owesLittle(account, bytes)) return false
    if (this.#total + bytes > FULL_BYTES) this.#relieve(FULL_BYTES - bytes, 0)
    return !account.ended && this.#total + bytes <= FULL_BYTES
  }

  sent(account: Account, bytes: number): void {
    if (account.owed === 0) account.movedAt = this.#options.now()
    this.#debtors.add(account)
    this.#add(account, bytes)
  }

  took(account: Account, bytes: number): void {
    if (bytes <= 0) return
    account.movedAt = this.#options.now()
    this.#add(account, -Math.min(bytes, account.owed))
    this.#wake()
  }

  /** Nothing more is sent to it. What it owes still counts. */
  end(account: Account): void {
    if (account.ended) return
    account.ended = true
    this.#waiting.little.delete(account)
    this.#waiting.much.delete(account)
    this.#addEnded(account.owed)
  }

  /** Its transport is gone, and with it what it owed. */
  release(account: Account): void {
    this.end(account)
    this.#add(account, -account.owed)
    this.#wake()
  }

  /** Time has passed: who is late by now makes room for those that wait. */
  look(): void {
    const [much] = this.#waiting.much.values()
    if (much !== undefined) this.#relieve(TIGHT_BYTES - much, SMALL_BYTES)
    const [little] = this.#waiting.little.values()
    if (little !== undefined) this.#relieve(FULL_BYTES - little, 0)
    this.#wake()
  }

  /** How long a reader has owed something and taken nothing; 0 if it owes nothing. */
  stillFor({ owed, movedAt }: Account): number {
    return owed === 0 ? 0 : this.#options.now() - movedAt
  }

  /** True where much is held by readers that were ended a while ago. Transports without an end by force keep it for ever. */
  get isLost(): boolean {
    return this.#options.now() - this.#lostSince >= LOST_MS
  }

  #add(account: Account, bytes: number): void {
    account.owed += bytes
    this.#total += bytes
    if (account.ended) this.#addEnded(bytes)
    if (account.owed === 0) this.#debtors.delete(account)
  }

  #addEnded(bytes: number): void {
    this.#ended += bytes
    if (this.#ended <= TIGHT_BYTES) this.#lostSince = Infinity
    else if (this.#lostSince === Infinity) this.#lostSince = this.#options.now()
  }

  /** Cuts off late readers that owe more than `least`, who owes most first, until all will hold no more than `limit`. */
  #relieve(limit: number, least: number): void {
    const now = this.#options.now()
    // what was cut off is on its way out; what is not gone after a while will stay
    let held = this.#total - (now - this.#cutAt < LATE_MS ? this.#ended : 0)
    if (held <= limit || now < (this.#nobodyUntil.get(least) ?? 0)) return
    const open = [...this.#debtors].filter(({ ended }) => !ended)
    const isLate = ({ movedAt }: Account) => now - movedAt >= LATE_MS
    const late = open.filter((account) => account.owed > least && isLate(account))
    for (const account of late.sort((a, b) => b.owed - a.owed)) {
      if (held <= limit) return
      held -= account.owed
      this.#cutAt = now
      this.end(account)
      this.#options.cut(account)
    }
    const dues = open.filter((account) => !isLate(account)).map(({ movedAt }) => movedAt + LATE_MS)
    this.#nobodyUntil.set(
      least,
      dues.reduce((first, due) => Math.min(first, due), now + LATE_MS / 10),
    )
  }

  #wake(): void {
    this.#wakeUpTo(FULL_BYTES, this.#waiting.little)
    this.#wakeUpTo(TIGHT_BYTES, this.#waiting.much)
  }

  /** In the order in which they came, as many as there is room for. */
  #wakeUpTo(limit: number, waiting: Map<Account, number>): void {
    let promised = this.#total
    for (const [account, bytes] of waiting) {
      if (promised > 0 && promised + bytes > limit) return
      promised += bytes
      waiting.delete(account)
      this.#options.resume(account)
    }
  }
}

/** True for a reader whose events are not delayed by what others owe. */
const owesLittle = ({ owed }: Account, bytes: number): boolean => owed === 0 || owed + bytes <= SMALL_BYTES

import type { ScopeStore } from '../storage/store/scope-store.ts'
import { type InWork, type Timer, TIMER_KINDS, type TimerKind } from '../storage/store/timers.ts'
import { Lane } from './lane.ts'

export type TimerHandlers = Record<TimerKind, (timer: Timer) => Promise<void> | void>

/** A timer whose handler failed is tried again after this, then after twice as long, and so on up to the longest pause. */
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 10 * 60_000
/** Different problems of one kind that are logged until that kind works again. */
const MAX_LOGGED = 20

/** Handlers of one kind at work at a time. Those that ask other scopes are several, so that one slow scope holds up few. */
const WIDTH: Record<TimerKind, number> = {
  compaction: 1,
  expiry: 1,
  bookmarks: 1,
  deadlines: 1,
  empty: 1,
  forget: 1,
  terminate: 8,
  collect: 8,
  verify: 20,
  dependents: 8,
  freed: 8,
}

interface AlarmStorage {
  setAlarm(at: number): Promise<void>
  deleteAlarm(): Promise<void>
}

interface AlarmOptions {
  handlers: TimerHandlers
  /** Called when a timer failed more than once, and when none does any more. */
  onHealth?: () => void
}

/**
 * The one alarm of a scope object, fed by the table of timers. Armed after the commit that set a timer, never within it, so
 * that no write waits for it; every start arms what is due.
 *
 * Each kind of timer has a lane of its own. `ring` starts what is due and waits for it, but only until something else is due:
 * then it rings again, while what is slow goes on in its lane.
 */
export class Alarm {
  readonly #storage: AlarmStorage
  readonly #store: ScopeStore
  readonly #onHealth: () => void
  readonly #lanes: Record<TimerKind, Lane>
  /** problems that are in the log already, so that many timers with one problem are one line */
  readonly #logged = new Map<TimerKind, Set<string>>()
  #armedFor: number | undefined
  /** Resolves when a timer was set while the alarm rings. */
  #moved = Promise.withResolvers<void>()

  constructor(storage: AlarmStorage, store: ScopeStore, { handlers, onHealth = () => {} }: AlarmOptions) {
    this.#storage = storage
    this.#store = store
    this.#onHealth = onHealth
    const laneOf = (kind: TimerKind) => new Lane(WIDTH[kind], (timer) => this.#handle(timer, handlers[kind]))
    this.#lanes = Object.fromEntries(TIMER_KINDS.map((kind) => [kind, laneOf(kind)])) as Record<TimerKind, Lane>
  }

  /** Makes the alarm ring when the next timer is due that is not in work, or sooner. */
  arm(): void {
    this.#moved.resolve()
    const next = this.#store.timers.next(this.#inWork())
    if (next === undefined || (this.#armedFor !== undefined && this.#armedFor <= next)) return
    this.#armedFor = next
    void this.#storage.setAlarm(next)
  }

  /** Runs what is due. Never throws: a handler that fails is tried again later. Arms last, or rests where nothing is left. */
  async ring(): Promise<void> {
    this.#armedFor = undefined
    for (const kind of TIMER_KINDS) {
      const lane = this.#lanes[kind]
      lane.add(this.#store.timers.due(kind, this.#store.env.now(), lane.keys))
    }
    while (this.#isBusy && !this.#isDue()) await this.#untilIdleOrDue()
    this.arm()
    if (this.#armedFor === undefined) void this.#storage.deleteAlarm()
  }

  async #untilIdleOrDue(): Promise<void> {
    this.#moved = Promise.withResolvers<void>()
    const next = this.#store.timers.next(this.#inWork())
    const due = Promise.withResolvers<void>()
    const timer = next === undefined ? null : setTimeout(() => due.resolve(), next - this.#store.env.now())
    const idle = Promise.all(TIMER_KINDS.map((kind) => this.#lanes[kind].idle))
    await Promise.race([idle, due.promise, this.#moved.promise])
    clearTimeout(timer)
  }

  get #isBusy(): boolean {
    return TIMER_KINDS.some((kind) => this.#lanes[kind].keys.size > 0)
  }

  #isDue(): boolean {
    const next = this.#store.timers.next(this.#inWork())
    return next !== undefined && next <= this.#store.env.now()
  }

  #inWork = (): InWork => Object.fromEntries(TIMER_KINDS.map((kind) => [kind, this.#lanes[kind].keys]))

  async #handle(timer: Timer, handler: TimerHandlers[TimerKind]): Promise<void> {
    try {
      await handler(timer)
      if (timer.failures > 0) this.#worked(timer)
    } catch (error) {
      this.#failed(timer, error instanceof Error ? error.message : String(error))
    }
  }

  #worked(timer: Timer): void {
    this.#store.transaction((tx) => tx.timerWorked(timer))
    if (this.#store.timers.failing().every(({ kind }) => kind !== timer.kind)) this.#logged.delete(timer.kind)
    this.#onHealth()
  }

  #failed(timer: Timer, problem: string): void {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** timer.failures, LONGEST_PAUSE_MS)
    if (timer.failures === 0 && this.#isNews(timer.kind, problem))
      console.error(`timer ${timer.kind} ${timer.key}: ${problem}; it is tried again, and a repeat is not logged`)
    this.#store.transaction((tx) => tx.timerFailed(timer, tx.env.now() + pause))
    if (timer.failures > 0) this.#onHealth()
  }

  #isNews(kind: TimerKind, problem: string): boolean {
    const logged = this.#logged.get(kind) ?? new Set()
    this.#logged.set(kind, logged)
    return logged.size < MAX_LOGGED && logged.size < logged.add(problem).size
  }
}

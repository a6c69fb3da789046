import type { FailingTimers } from '../storage/store/timers.ts'
import type { ScopeStore } from '../storage/store/scope-store.ts'

/** Calls of a namespace's scope to that of the cluster. */
export interface HealthLink {
  /** Tells which timers of a namespace's scope fail again and again; none when all work. */
  reportFailing(namespace: string, failing: FailingTimers[]): Promise<void>
}

/** A scope that does not repeat its report in this time is forgotten: it is gone, or its timers are. */
const FORGET_MS = 30 * 60_000
const MAX_NAMESPACES = 1_000

interface Report {
  failing: FailingTimers[]
  at: number
}

/** In the cluster scope: which work of all scopes fails again and again. Kept in memory, since failing scopes report again. */
export class Health {
  readonly #store: ScopeStore
  readonly #reports = new Map<string, Report>()

  constructor(store: ScopeStore) {
    this.#store = store
  }

  report(namespace: string, failing: FailingTimers[]): void {
    this.#reports.delete(namespace)
    if (failing.length === 0) return
    this.#reports.set(namespace, { failing, at: this.#store.env.now() })
    const [oldest] = this.#reports.keys()
    if (this.#reports.size > MAX_NAMESPACES && oldest !== undefined) this.#reports.delete(oldest)
  }

  /** Timers that fail, by kind, over all scopes. */
  failing(): FailingTimers[] {
    const since = this.#store.env.now() - FORGET_MS
    for (const [namespace, { at }] of this.#reports) if (at < since) this.#reports.delete(namespace)
    const counts = new Map<FailingTimers['kind'], number>()
    const all = [...this.#reports.values()].flatMap((report) => report.failing)
    for (const { kind, count } of [...this.#store.timers.failing(), ...all])
      counts.set(kind, (counts.get(kind) ?? 0) + count)
    return [...counts].map(([kind, count]) => ({ kind, count })).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  }
}

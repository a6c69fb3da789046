import type { ScopeStore } from '../../src/storage/store/scope-store.ts'
import type { Timer, TimerKind, TimerReader } from '../../src/storage/store/timers.ts'

/** The timers of a scope, each change a transaction of its own. */
export interface DrivenTimers extends TimerReader {
  set(kind: TimerKind, key: string, due: number): void
  setNoLater(kind: TimerKind, key: string, due: number): void
  clear(kind: TimerKind, key: string): void
  failed(timer: Timer, due: number): void
  worked(timer: Timer): void
}

/** `of` gives the store as it is now: a restart makes another. */
export const drivenTimers = (of: () => ScopeStore): DrivenTimers => ({
  dueAt: (kind, key) => of().timers.dueAt(kind, key),
  isSet: (kind, key) => of().timers.isSet(kind, key),
  due: (kind, nowMs, inWork) => of().timers.due(kind, nowMs, inWork),
  next: (inWork) => of().timers.next(inWork),
  failing: () => of().timers.failing(),
  set: (kind, key, due) => of().transaction((tx) => tx.setTimer(kind, key, due)),
  setNoLater: (kind, key, due) => of().transaction((tx) => tx.setTimerNoLater(kind, key, due)),
  clear: (kind, key) => of().transaction((tx) => tx.clearTimer(kind, key)),
  failed: (timer, due) => of().transaction((tx) => tx.timerFailed(timer, due)),
  worked: (timer) => of().transaction((tx) => tx.timerWorked(timer)),
})

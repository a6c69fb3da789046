/**
 * Where a watch stands, apart from the network: what it does next follows from the phase, and what happens is an input.
 *
 *              listed              opened
 *   listing ──────────► opening ──────────► open ──┐ moved
 *      ▲   ▲               ▲  ▲───────────────┤ ◄──┘
 *      │   │               │   closed in order, after a while
 *      │   └── waiting ────┘                  │
 *      │          ▲────────────── failed, or closed too soon
 *      └ expired: the wait ends in a list
 *
 *   any phase ── aborted, or an error that waiting cannot cure ──► ended
 *
 * `failures` counts what went wrong since a stream last moved or lived for a while; waits grow with it. `stood`: a list or a stream
 * has been had, so this is the middle of a watch and not its start.
 */
export type WatchState = Listing | Opening | Open | Waiting | Ended

/** Asks for everything: at a version, to know what a watch from there begins with, or as it is now. */
export interface Listing {
  phase: 'listing'
  at?: string | undefined
  failures: number
  stood?: boolean | undefined
}
/** Asks for what came after `version`. */
export interface Opening {
  phase: 'opening'
  version: string
  failures: number
  stood?: boolean | undefined
}
/** Every change up to `version` has come. */
export interface Open {
  phase: 'open'
  version: string
  failures: number
}
export interface Waiting {
  phase: 'waiting'
  /** The server's wish. */
  atLeastMs: number
  next: Listing | Opening
}
export interface Ended {
  phase: 'ended'
  /** Absent where it was ended from outside. */
  error?: unknown
}

export type WatchInput =
  | { type: 'listed'; version: string }
  | { type: 'opened' }
  /** An event or a bookmark came. */
  | { type: 'moved'; version: string }
  /** The stream ended in order. */
  | { type: 'closed'; livedMs: number }
  | { type: 'failed'; failure: Failure; livedMs: number }
  | { type: 'waited' }
  | { type: 'aborted' }

export type Failure =
  /** What is asked for is older than history. */
  | { kind: 'expired'; error: unknown }
  | { kind: 'transient'; atLeastMs: number }
  /** There is no such resource. At the start that is the answer; in the middle of a watch it may be on its way back. */
  | { kind: 'missing'; error: unknown }
  /** A new token was refused too. At the start that is the answer; in the middle of a watch the next may be known. */
  | { kind: 'unauthorized'; error: unknown }
  /** Asking again would be answered the same. */
  | { kind: 'final'; error: unknown }

/** A stream that lived so long was a good one: the next opens at once, and earlier failures are forgotten. */
const GOOD_STREAM_MS = 1000

/** From the newest state, from a version that is not known, or from one whose objects are known. */
export function startOfWatch(from: { list: true; at?: string | undefined } | { version: string }): WatchState {
  return 'version' in from
    ? { phase: 'opening', version: from.version, failures: 0 }
    : { phase: 'listing', at: from.at, failures: 0 }
}

/** The next state. An input that does not fit the phase comes late: it changes nothing. */
export function nextState(state: WatchState, input: WatchInput): WatchState {
  if (state.phase === 'ended') return state
  if (input.type === 'aborted') return { phase: 'ended' }
  switch (state.phase) {
    case 'listing':
      return afterListing(state, input)
    case 'opening':
      if (input.type === 'opened') return { phase: 'open', version: state.version, failures: state.failures }
      return input.type === 'failed' ? afterFailure(state, input.failure, state.failures) : state
    case 'open':
      return afterOpen(state, input)
    case 'waiting':
      return input.type === 'waited' ? state.next : state
  }
}

function afterListing(state: Listing, input: WatchInput): WatchState {
  if (input.type === 'listed')
    return { phase: 'opening', version: input.version, failures: state.failures, stood: true }
  if (input.type !== 'failed') return state
  const { failure } = input
  // nobody can tell what was deleted since a version that is gone
  if (failure.kind === 'expired' && state.at !== undefined) return { phase: 'ended', error: failure.error }
  return afterFailure(state, failure, state.failures)
}

function afterOpen(state: Open, input: WatchInput): WatchState {
  switch (input.type) {
    case 'moved':
      return { phase: 'open', version: input.version, failures: 0 }
    case 'closed':
      if (input.livedMs >= GOOD_STREAM_MS) return { phase: 'opening', version: state.version, failures: 0, stood: true }
      return afterFailure(state, { kind: 'transient', atLeastMs: 0 }, state.failures)
    case 'failed':
      return afterFailure(state, input.failure, input.livedMs >= GOOD_STREAM_MS ? 0 : state.failures)
    case 'listed':
    case 'opened':
    case 'waited':
    case 'aborted':
      return state
  }
}

function afterFailure(state: Listing | Opening | Open, failure: Failure, earlier: number): WatchState {
  const failures = earlier + 1
  const stood = state.phase === 'open' || state.stood === true
  const list: Listing = { phase: 'listing', failures, stood }
  const again = (atLeastMs: number): Waiting => {
    if (state.phase === 'listing') return { phase: 'waiting', atLeastMs, next: { ...list, at: state.at } }
    return { phase: 'waiting', atLeastMs, next: { phase: 'opening', version: state.version, failures, stood } }
  }
  switch (failure.kind) {
    case 'final':
      return { phase: 'ended', error: failure.error }
    case 'expired':
      return { phase: 'waiting', atLeastMs: 0, next: list }
    case 'missing':
      return stood ? { phase: 'waiting', atLeastMs: 0, next: list } : { phase: 'ended', error: failure.error }
    case 'unauthorized':
      return stood ? again(0) : { phase: 'ended', error: failure.error }
    case 'transient':
      return again(failure.atLeastMs)
  }
}

/** What the client takes from the world beside the network. Tests pass their own. */
export interface ClientEnvironment {
  /** Milliseconds that only ever grow; what they count from does not matter. */
  now(): number
  /** A number in [0, 1). */
  random(): number
  /** Runs `run` after `ms` milliseconds, unless the function that it answers with is called before. */
  setTimer(run: () => void, ms: number): () => void
}

export const platformEnvironment: ClientEnvironment = {
  now: () => performance.now(),
  random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
  setTimer: (run, ms) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms`, or at once when the signal is aborted: the caller looks at it. */
export function pause(environment: ClientEnvironment, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancel = environment.setTimer(end, ms)
    signal?.addEventListener('abort', end)
  })
}

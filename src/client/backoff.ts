/** Waits that grow from failure to failure, with chance in them so that clients do not come back all at once. */
export interface Backoff {
  /** No wait is shorter. Milliseconds. */
  minMs: number
  /** The longest wait after the first failure. It doubles with each further one. */
  baseMs: number
  /** The longest wait of all. */
  maxMs: number
}

export const DEFAULT_BACKOFF: Backoff = { minMs: 200, baseMs: 800, maxMs: 30_000 }

/**
 * Full jitter: anywhere between `minMs` and a bound that doubles. `failures` counts from 1; `random` is in [0, 1).
 * With 200/800/30,000: 200–800, 200–1600, 200–3200, …, 200–30,000 ms.
 */
export function backoffDelay({ minMs, baseMs, maxMs }: Backoff, failures: number, random: number): number {
  const bound = Math.max(minMs, Math.min(maxMs, baseMs * 2 ** Math.min(failures - 1, 52)))
  return minMs + random * (bound - minMs)
}

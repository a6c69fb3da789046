/** Another scope that has not answered a call after this is treated as one that cannot be reached. */
const PATIENCE_MS = 30_000

type Calls = Record<string, (...parameters: never[]) => Promise<unknown>>

/** The same calls, each of which fails when it is not answered in time. What was asked may still be done: calls are idempotent. */
export function answeringInTime<T extends { [K in keyof T]: Calls[string] }>(calls: T, patienceMs = PATIENCE_MS): T {
  const bounded = Object.entries<Calls[string]>(calls).map(([name, call]) => [
    name,
    (...parameters: never[]) => inTime(name, call(...parameters), patienceMs),
  ])
  return Object.fromEntries(bounded) as T
}

async function inTime<T>(name: string, answer: Promise<T>, patienceMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`${name}: the other scope did not answer in ${patienceMs / 1000} s`)),
    patienceMs,
  )
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

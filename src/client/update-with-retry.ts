import { backoffDelay } from './backoff.ts'
import { pause, type ClientEnvironment } from './environment.ts'
import { isConflict } from './errors.ts'
import { formatJson } from './json.ts'
import type { RetryOptions } from './options.ts'
import type { ApiObject, Stored } from './types.ts'

/** Makes the change in the object that it is given or in a copy, and answers with what is to be written, or nothing. */
export type Change<T extends ApiObject> = (object: Stored<T>) => T | undefined | void | Promise<T | undefined | void>

interface ReadAndWrite<T extends ApiObject> {
  read(): Promise<Stored<T>>
  write(object: T): Promise<Stored<T>>
}

/** See `Resource.updateWithRetry`. */
export async function updateWithRetry<T extends ApiObject>(
  object: ReadAndWrite<T>,
  change: Change<T>,
  environment: ClientEnvironment,
  options: RetryOptions,
): Promise<Stored<T>> {
  const { tries = 10, baseMs = 10, maxMs = 1000, withinMs = 30_000, signal } = options
  const endMs = environment.now() + withinMs
  for (let failures = 1; ; failures++) {
    signal?.throwIfAborted()
    const fresh = await object.read()
    const wanted = await changed(fresh, change)
    if (wanted === undefined) return fresh
    try {
      return await object.write(wanted)
    } catch (error) {
      const delay = backoffDelay({ minMs: 0, baseMs, maxMs }, failures, environment.random())
      if (!isConflict(error) || failures >= tries || environment.now() + delay >= endMs) throw error
      await pause(environment, delay, signal)
    }
  }
}

/**
 * What is to be written: of the very version that was read. An object from elsewhere is refused, as it would undo what
 * others wrote since; so is one that was changed and not answered with, as the change would be lost.
 */
async function changed<T extends ApiObject>(fresh: Stored<T>, change: Change<T>): Promise<T | undefined> {
  const { name, resourceVersion } = fresh.metadata
  const before = formatJson(fresh)
  const wanted = await change(fresh)
  if (!wanted) {
    if (formatJson(fresh) !== before) throw new TypeError(`the change of ${name} was made but not returned`)
    return undefined
  }
  const { metadata } = wanted
  if (metadata.name !== name || (metadata.resourceVersion ?? resourceVersion) !== resourceVersion)
    throw new TypeError(`the change of ${name} returned another object or version than it was given`)
  return { ...wanted, metadata: { ...metadata, resourceVersion } }
}

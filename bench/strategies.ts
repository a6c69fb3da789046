import { setTimeout as pause } from 'node:timers/promises'
import { isConflict, type ConfigMap, type Resource } from '../src/client/index.ts'

export const SHARED_NAME = 'contended'

/** One of the writers of the object. It counts its changes in a field. */
export interface Writer {
  /** Of the field; the same for all writers, or its own. */
  key: string
  /** Whether it alone writes the field, and so knows what stands there. */
  isAlone: boolean
  /** How many changes it has made. */
  changes: number
  fieldManager: string
}

/** Numbered as in docs/concurrency.md. */
export type Strategy =
  '1. update with retry' | '2. merge patch without a version' | '3. patch with the version, and retry' | '4. apply'

type ConfigMaps = Resource<ConfigMap>

/** One change each: the number in the writer's field becomes one more. Rejects only if it cannot be made at all. */
export const strategies: Record<Strategy, (configMaps: ConfigMaps, writer: Writer) => Promise<unknown>> = {
  '1. update with retry': (configMaps, { key }) =>
    configMaps.updateWithRetry(SHARED_NAME, (it) => ({ ...it, data: { ...it.data, [key]: oneMore(it, key) } }), {
      tries: Infinity,
      withinMs: Infinity,
    }),
  '2. merge patch without a version': async (configMaps, writer) =>
    configMaps.mergePatch(SHARED_NAME, { data: await nextData(configMaps, writer) }, { unconditional: true }),
  '3. patch with the version, and retry': patchWithRetry,
  // of a field that others apply too, an apply without force is refused for good
  '4. apply': async (configMaps, writer) => {
    const data = await nextData(configMaps, writer)
    const { fieldManager, isAlone } = writer
    const configuration = { kind: 'ConfigMap', metadata: { name: SHARED_NAME }, data }
    return configMaps.apply(configuration, { fieldManager, force: !isAlone })
  },
}

/** With the waits of `updateWithRetry`. */
async function patchWithRetry(configMaps: ConfigMaps, { key }: Writer): Promise<void> {
  for (let longestMs = 10; ; longestMs = Math.min(1000, longestMs * 2)) {
    const read = await configMaps.get(SHARED_NAME)
    const { resourceVersion } = read.metadata
    try {
      await configMaps.mergePatch(SHARED_NAME, { data: { [key]: oneMore(read, key) } }, { resourceVersion })
      return
    } catch (error) {
      if (!isConflict(error)) throw error
    }
    await pause(Math.random() * longestMs)
  }
}

/** What a writer that sends no version sets: of a field of its own it knows that without reading. */
async function nextData(configMaps: ConfigMaps, { key, isAlone, changes }: Writer): Promise<Record<string, string>> {
  return { [key]: isAlone ? String(changes + 1) : oneMore(await configMaps.get(SHARED_NAME), key) }
}

export const countIn = ({ data }: ConfigMap, key: string) => Number(data?.[key] ?? 0)
const oneMore = (object: ConfigMap, key: string) => String(countIn(object, key) + 1)

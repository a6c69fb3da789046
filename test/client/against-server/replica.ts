import type { ConfigMap, Interruption, Resource, Stored } from '../../../src/client/index.ts'

/** What a follower holds, and a check of every change against it. */
export class Replica {
  readonly objects = new Map<string, string>()
  /** how often it had to list again */
  relists = 0
  #changed: () => void = () => {}
  error: unknown

  /** Takes a change as its type says; complains where that cannot be. */
  take(type: string, object: Stored<ConfigMap>): void {
    const { name, uid, resourceVersion } = object.metadata
    const known = this.objects.get(name)
    const fits = type === 'ADDED' ? known === undefined : known?.startsWith(`${uid}@`)
    const rises = type !== 'MODIFIED' || BigInt(known?.split('@')[1] ?? 0) < BigInt(resourceVersion)
    if (!fits || !rises) this.error ??= new Error(`${type} ${name} ${uid}@${resourceVersion} after ${known}`)
    if (type === 'DELETED') this.objects.delete(name)
    else this.objects.set(name, `${uid}@${resourceVersion}`)
    this.#changed()
  }

  /** Resolves when it holds exactly these; fails after ten seconds, or when a change did not fit. */
  async holds(expected: Map<string, string>): Promise<void> {
    const isSame = () => this.text() === textOf(expected)
    const deadline = AbortSignal.timeout(10_000)
    while (!isSame() && this.error === undefined) {
      await new Promise<void>((resolve, reject) => {
        this.#changed = resolve
        deadline.onabort = () => reject(new Error(`after ten seconds:\n${this.text()}\nand not\n${textOf(expected)}`))
      })
    }
    if (this.error !== undefined) throw this.error
  }

  text(): string {
    return textOf(this.objects)
  }
}

const countRelists = (replica: Replica) => (interruption: Interruption) => {
  if (interruption.relists) replica.relists++
}

const textOf = (objects: Map<string, string>) =>
  [...objects]
    .map((entry) => entry.join(' '))
    .toSorted()
    .join('\n')

/** What is stored, as a replica holds it. */
export async function freshList(configMaps: Resource<ConfigMap>): Promise<Map<string, string>> {
  const { items } = await configMaps.list().all()
  return new Map(items.map(({ metadata }) => [metadata.name, `${metadata.uid}@${metadata.resourceVersion}`]))
}

/** Follows the events of a watch until it is stopped. */
export function followWatch(configMaps: Resource<ConfigMap>, replica: Replica): () => Promise<void> {
  const control = new AbortController()
  const onInterruption = countRelists(replica)
  const done = (async () => {
    try {
      for await (const { type, object } of configMaps.watch({ signal: control.signal, onInterruption }))
        replica.take(type, object)
    } catch (error) {
      replica.error ??= error
    }
  })()
  return () => (control.abort(), done)
}

/** Follows the handlers of an informer until it is stopped. */
export function followInformer(configMaps: Resource<ConfigMap>, replica: Replica): () => Promise<void> {
  const informer = configMaps.informer({ onInterruption: countRelists(replica) })
  informer.onAdd((object) => replica.take('ADDED', object))
  informer.onUpdate((object) => replica.take('MODIFIED', object))
  informer.onDelete((object) => replica.take('DELETED', object))
  informer.onError((error) => (replica.error ??= error))
  return () => informer.stop()
}

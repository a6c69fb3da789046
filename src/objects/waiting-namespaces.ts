/** A cluster-scoped owner asks a namespace that holds it back again after this, then after twice as long, and so on. */
const FIRST_PAUSE_MS = 1_000
/** A namespace tells when it may hold the owner back no longer. The pause is for a message that was lost. */
const LONGEST_PAUSE_MS = 10 * 60_000

interface WaitingOwner {
  /** the namespaces that hold it back no longer */
  free: Set<string>
  /** how often a namespace has told of a dependent since the owner waits */
  told: Map<string, number>
  pauseMs: number
}

/** In the cluster scope: what is known of the namespaces that a waiting owner has asked. In memory: a restart asks them all again. */
export class WaitingNamespaces {
  readonly #owners = new Map<string, WaitingOwner>()

  mustAsk(uid: string, namespace: string): boolean {
    return !this.#owners.get(uid)?.free.has(namespace)
  }

  /** A question is on its way. The answer that the owner is free counts only where no dependent was told of meanwhile. */
  asking(uid: string, namespace: string): { isFree: () => boolean } {
    const owner = this.#ownerOf(uid)
    const before = owner.told.get(namespace)
    const isFree = () => {
      if (owner.told.get(namespace) === before) owner.free.add(namespace)
      return owner.free.has(namespace)
    }
    return { isFree }
  }

  /** A namespace has told of another dependent. */
  askAgain(uid: string, namespace: string): void {
    const owner = this.#owners.get(uid)
    owner?.free.delete(namespace)
    owner?.told.set(namespace, (owner.told.get(namespace) ?? 0) + 1)
  }

  pauseFor(uid: string): number {
    const owner = this.#ownerOf(uid)
    const { pauseMs } = owner
    owner.pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
    return pauseMs
  }

  forget(uid: string): void {
    this.#owners.delete(uid)
  }

  #ownerOf(uid: string): WaitingOwner {
    const owner: WaitingOwner = this.#owners.get(uid) ?? { free: new Set(), told: new Map(), pauseMs: FIRST_PAUSE_MS }
    this.#owners.set(uid, owner)
    return owner
  }
}

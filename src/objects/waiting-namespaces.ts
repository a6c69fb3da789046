/** The first pause before a namespace that holds a cluster-scoped owner back is asked again. Each further pause is twice as long. */
const FIRST_PAUSE_MS = 1_000
/** A namespace reports by itself when it may be free of the owner. Asking again only covers a lost message. */
const LONGEST_PAUSE_MS = 10 * 60_000

interface WaitingOwner {
  /** the namespaces that no longer hold it back */
  free: Set<string>
  /** how often each namespace has reported a dependent since the owner began to wait */
  reported: Map<string, number>
  pauseMs: number
}

/** In the cluster scope: the answers of namespaces to waiting owners. Kept in memory, so a restart asks all of them again. */
export class WaitingNamespaces {
  readonly #owners = new Map<string, WaitingOwner>()

  mustAsk(uid: string, namespace: string): boolean {
    return !this.#owners.get(uid)?.free.has(namespace)
  }

  /** Begins a question. Its answer that the owner is free counts only if no dependent was reported meanwhile. */
  asking(uid: string, namespace: string): { isFree: () => boolean } {
    const owner = this.#ownerOf(uid)
    const before = owner.reported.get(namespace)
    const isFree = () => {
      if (owner.reported.get(namespace) === before) owner.free.add(namespace)
      return owner.free.has(namespace)
    }
    return { isFree }
  }

  /** A namespace has reported another dependent. */
  askAgain(uid: string, namespace: string): void {
    const owner = this.#owners.get(uid)
    owner?.free.delete(namespace)
    owner?.reported.set(namespace, (owner.reported.get(namespace) ?? 0) + 1)
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
    const owner: WaitingOwner = this.#owners.get(uid) ?? {
      free: new Set(),
      reported: new Map(),
      pauseMs: FIRST_PAUSE_MS,
    }
    this.#owners.set(uid, owner)
    return owner
  }
}

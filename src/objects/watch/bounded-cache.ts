/** Remembers the newest entries, up to a total size. One that is larger by itself is remembered alone. */
export class BoundedCache<Value> {
  readonly #maxSize: number
  readonly #entries = new Map<string, { value: Value; size: number }>()
  #size = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value
  }

  /** `size` in whatever the bound is in. The key is new. */
  add(key: string, value: Value, size: number): void {
    this.#entries.set(key, { value, size })
    this.#size += size
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.#maxSize || oldest === key) return
      this.#entries.delete(oldest)
      this.#size -= entry.size
    }
  }

  clear(): void {
    this.#entries.clear()
    this.#size = 0
  }
}

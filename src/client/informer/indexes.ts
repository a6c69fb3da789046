import type { ApiObject, Stored } from '../types.ts'

/** Values under which an object is found, such as the names of the nodes that it stands on. */
export type IndexFunction<T extends ApiObject> = (object: Stored<T>) => readonly string[]

/** Objects by the values of one index. */
export class Index<T extends ApiObject> {
  readonly #valuesOf: IndexFunction<T>
  readonly #objects = new Map<string, Set<Stored<T>>>()
  /** under what each object stands */
  readonly #values = new Map<Stored<T>, readonly string[]>()

  constructor(valuesOf: IndexFunction<T>) {
    this.#valuesOf = valuesOf
  }

  get(value: string): Stored<T>[] {
    return [...(this.#objects.get(value) ?? [])]
  }

  /** Takes one object out, and another one in. Throws what the function throws; the object then stands nowhere. */
  replace(previous: Stored<T> | undefined, object: Stored<T> | undefined): void {
    if (previous) this.#remove(previous)
    if (!object) return
    const values = this.#valuesOf(object)
    this.#values.set(object, values)
    for (const value of values) this.#objects.set(value, (this.#objects.get(value) ?? new Set()).add(object))
  }

  #remove(object: Stored<T>): void {
    for (const value of this.#values.get(object) ?? []) {
      const objects = this.#objects.get(value)
      objects?.delete(object)
      if (objects?.size === 0) this.#objects.delete(value)
    }
    this.#values.delete(object)
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from './connection.ts'
import { sendAll } from './load.ts'
import { PAYLOAD_BYTES } from './measure-requests.ts'
import { clockMs } from './statistics.ts'
import type { Target } from './targets.ts'

const POLL_MS = 50
const DEADLINE_MS = 300_000
const PAYLOAD = 'x'.repeat(PAYLOAD_BYTES)

interface Owner {
  name: string
  uid: string
}

/** Many objects of one owner, to be deleted by the garbage collector. */
export class Dependents {
  readonly #collection: string
  readonly #connection: Connection
  readonly #owner: Owner
  readonly #last: string

  private constructor(collection: string, connection: Connection, owner: Owner, last: string) {
    this.#collection = collection
    this.#connection = connection
    this.#owner = owner
    this.#last = last
  }

  /** Resolves when the garbage collector has looked at all of them, which it does for every new reference. */
  static async create({ endpoint, dialect }: Target, round: number, count: number): Promise<Dependents> {
    const { collection } = dialect
    const connection = await Connection.open(endpoint)
    const owner = await createOwner(connection, collection, `owner-${round}`)
    const nameOf = (index: number) => `dependent-${round}-${String(index).padStart(6, '0')}`
    await sendAll(endpoint, count, (lane, index) => lane.send(creation(collection, nameOf(index), owner)))
    const dependents = new Dependents(collection, connection, owner, nameOf(count - 1))
    // one whose owner does not exist goes when its turn comes, after all others
    const orphan = `orphan-${round}`
    await connection.send(creation(collection, orphan, { name: orphan, uid: crypto.randomUUID() }))
    await dependents.#gone(orphan)
    return dependents
  }

  async deleteOwner(): Promise<void> {
    await this.#connection.send({ method: 'DELETE', path: `${this.#collection}/${this.#owner.name}` })
  }

  /** Resolves when the last of them, by name, is gone. */
  deleted(): Promise<void> {
    return this.#gone(this.#last)
  }

  close(): void {
    this.#connection.close()
  }

  async #gone(name: string): Promise<void> {
    const deadline = clockMs() + DEADLINE_MS
    while (clockMs() < deadline) {
      const { status } = await this.#connection.request({ method: 'GET', path: `${this.#collection}/${name}` })
      if (status === 404) return
      await pause(POLL_MS)
    }
    throw new Error(`${name} is still there after ${DEADLINE_MS} ms`)
  }
}

async function createOwner(connection: Connection, collection: string, name: string): Promise<Owner> {
  const { body } = await connection.send({
    method: 'POST',
    path: collection,
    body: JSON.stringify({ metadata: { name } }),
  })
  return { name, uid: (JSON.parse(body.toString()) as { metadata: { uid: string } }).metadata.uid }
}

function creation(collection: string, name: string, { name: owner, uid }: Owner) {
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid }]
  const body = JSON.stringify({ metadata: { name, ownerReferences }, data: { payload: PAYLOAD } })
  return { method: 'POST', path: collection, body }
}

import { ApiClient } from '../support/client.ts'
import { configMap, withData } from '../support/objects.ts'
import { expectStatus, Sandbox } from '../support/sandbox.ts'
import { count, fault, repeat, type Stage } from './actor.ts'

/** Characters of text that each write carries. */
const TEXT = 'x'.repeat(10_000)

/**
 * Counts on in an object of its own, by compare-and-swap. After a crash the stored number must be one that was
 * acknowledged, or the one that was on its way.
 */
export class Writer {
  readonly name: string
  readonly #stage: Stage
  readonly #client: ApiClient
  readonly #sandbox: Sandbox
  /** the last number that the server acknowledged */
  #acknowledged = 0

  constructor(stage: Stage, namespace: string, name: string) {
    this.#stage = stage
    this.name = name
    const { url, token } = stage.server
    this.#client = new ApiClient({ url, token })
    this.#sandbox = new Sandbox(this.#client, namespace)
  }

  async run(everyMs: number): Promise<void> {
    await this.#sandbox.create(this.name, { n: '0', text: TEXT })
    await repeat(this.#stage, `writer ${this.name}`, everyMs, () => this.#countOn())
    this.#client.close()
  }

  async #countOn(): Promise<void> {
    const current = await this.#sandbox.read(this.name)
    const stored = Number(current.data?.n)
    if (stored !== this.#acknowledged && stored !== this.#acknowledged + 1)
      fault(this.#stage, `${this.name}: ${this.#acknowledged} was acknowledged, ${stored} is stored`)
    this.#acknowledged = stored
    const path = this.#sandbox.path('configmaps', this.name)
    const answer = await this.#client.put(path, withData(current, { n: String(stored + 1), text: TEXT }))
    // the object started anew meanwhile: the next read shows whether the write was made
    if (answer.status === 503 || answer.status === 504) return count(this.#stage, 'writes of unknown outcome')
    expectStatus(answer, 200)
    this.#acknowledged = stored + 1
    count(this.#stage, 'writes')
  }
}

/** Makes a namespace with objects in it, deletes it, and waits until it is gone; asks for one that does not exist, too. */
export class NamespaceMaker {
  readonly #stage: Stage
  readonly #client: ApiClient
  #made = 0

  constructor(stage: Stage) {
    this.#stage = stage
    this.#client = new ApiClient({ url: stage.server.url, token: stage.server.token })
  }

  async run(everyMs: number): Promise<void> {
    await repeat(this.#stage, 'namespaces', everyMs, () => this.#makeAndDelete())
    this.#client.close()
  }

  async #makeAndDelete(): Promise<void> {
    const absent = await this.#client.get(`/api/v1/namespaces/absent-${this.#made}/configmaps/a`)
    expectStatus(absent, 404)
    this.#made++
    const sandbox = await Sandbox.open(this.#client, 'soak')
    for (const name of ['a', 'b', 'c']) await this.#client.post(sandbox.configMaps, configMap(name, { text: TEXT }))
    expectStatus(await this.#client.delete(sandbox.self), 200)
    while (this.#stage.running && (await this.#client.get(sandbox.self)).status !== 404)
      await new Promise((resolve) => setTimeout(resolve, 50))
    count(this.#stage, 'namespaces made and deleted')
  }
}

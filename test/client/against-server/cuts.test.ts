import { describe, expect, it, onTestFinished } from 'vitest'
import { connect, isExpired, type Client, type ConfigMap, type Resource } from '../../../src/client/index.ts'
import { Random } from '../../fuzz/random.ts'
import { ownServerOnly } from '../../support/black-box.ts'
import { CutProxy } from '../../support/cut-proxy.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { followInformer, followWatch, freshList, Replica } from './replica.ts'

const CUTS = 1000
const CHECK_EVERY = 40
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const SEED = Number(process.env['FUZZ_SEED'] ?? 5)

/** A follower, and the way to the server that is its own. */
interface Followed {
  proxy: CutProxy
  replica: Replica
}

/** One run: a server, followers of each kind, and a writer that nothing disturbs. */
class Run {
  readonly random = new Random(SEED)
  readonly server: TestServer
  readonly followed: Followed[] = []
  readonly #direct: Resource<ConfigMap>

  constructor(server: TestServer) {
    this.server = server
    this.#direct = this.#configMaps(connect({ server: server.url, token: server.token }))
  }

  get cuts(): number {
    return this.followed.reduce((sum, { proxy }) => sum + proxy.cuts, 0)
  }

  async follow(follow: typeof followWatch, transport: 'auto' | 'http'): Promise<void> {
    const proxy = await CutProxy.start(this.server.port)
    const { server, random } = this
    const chance = random.fork()
    const environment = {
      now: () => performance.now(),
      random: () => chance.next(),
      setTimer(run: () => void, ms: number) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    }
    // all that takes a while takes less here
    const quick = { backoff: { minMs: 1, baseMs: 4, maxMs: 50 }, idleMs: 400, pingMs: 200, timeoutMs: 400 }
    const client = connect({ server: proxy.url, token: server.token, transport, environment, ...quick })
    const replica = new Replica()
    const stop = follow(this.#configMaps(client), replica)
    onTestFinished(() => stop().then(() => proxy.stop()))
    this.followed.push({ proxy, replica })
  }

  async write(): Promise<void> {
    const name = this.random.pick(NAMES)
    const data = { k: `${this.random.next()}`, long: 'é'.repeat(this.random.below(2000)) }
    const stored = (await this.#direct.list().all()).items.find(({ metadata }) => metadata.name === name)
    if (!stored) await this.#direct.create({ metadata: { name }, data })
    else if (this.random.chance(0.3)) await this.#direct.delete(name)
    else await this.#direct.update({ ...stored, data })
  }

  async disturb(): Promise<void> {
    const { proxy } = this.random.pick(this.followed)
    const harm = this.random.weighted([
      [70, 'cut'],
      [20, 'cut in the middle'],
      [4, 'freeze'],
      [3, 'restart'],
      [4, 'expire'],
    ] as const)
    switch (harm) {
      case 'cut':
        proxy.cut()
        break
      case 'cut in the middle':
        proxy.cut(1 + this.random.below(3000))
        await this.write()
        break
      case 'freeze':
        proxy.freeze()
        break
      case 'restart':
        await this.server.restart()
        break
      case 'expire':
        await this.#expire(proxy)
    }
  }

  /** Nobody gets through until history has forgotten where the follower stood. */
  async #expire(proxy: CutProxy): Promise<void> {
    const { resourceVersion } = await this.#direct.list({ limit: 1 }).all()
    proxy.close()
    for (let i = 0; i < 3; i++) await this.write()
    const exact = { resourceVersion, resourceVersionMatch: 'Exact' } as const
    for (;;) {
      const error = await this.#direct
        .list(exact)
        .all()
        .catch((reason: unknown) => reason)
      if (isExpired(error)) break
      await this.write()
    }
    proxy.open()
  }

  async check(): Promise<void> {
    const expected = await freshList(this.#direct)
    for (const { replica } of this.followed) await replica.holds(expected)
  }

  #configMaps(client: Client): Resource<ConfigMap> {
    return client.resource('v1', 'configmaps', { namespace: 'default' })
  }
}

describe.skipIf(ownServerOnly)('a watch on a bad line', () => {
  it(`X9 X24 holds what a fresh list holds, after ${CUTS} cuts, restarts and expiries (FUZZ_SEED=${SEED})`, async () => {
    const server = await startServer({ settings: { HISTORY_MINUTES: '0.005' } })
    onTestFinished(() => server.stop())
    const run = new Run(server)
    for (const transport of ['auto', 'http'] as const) {
      await run.follow(followWatch, transport)
      await run.follow(followInformer, transport)
    }
    let checked = 0
    while (run.cuts < CUTS) {
      await run.write()
      await run.disturb()
      if (run.cuts < checked + CHECK_EVERY) continue
      await run.check()
      checked = run.cuts
    }
    await run.check()
    for (const { replica } of run.followed) expect(replica.relists).toBeGreaterThan(3)
    const sockets = run.followed.map(({ proxy }) => proxy.sockets > 0)
    expect(sockets).toEqual([true, true, false, false])
  }, 120_000)
})

import { afterAll, beforeAll } from 'vitest'
import { ApiClient } from './client.ts'
import { Sandbox } from './sandbox.ts'
import { startServer, type TestServer } from './server.ts'

/** Where the checks run: a server named by `COXSWAIN_SERVER` and `COXSWAIN_TOKEN`, else one that the test starts. */
export const externalServer = process.env.COXSWAIN_SERVER
/** Why tests that need settings, other users or a restart are skipped against a server that they did not start. */
export const ownServerOnly = externalServer !== undefined

export class BlackBox {
  #server: TestServer | undefined
  #client: ApiClient | undefined

  /** Requests as a user of `system:masters`. */
  get client(): ApiClient {
    return (this.#client ??= this.#connect())
  }

  /** The server that the test started; absent when it runs against another. */
  get server(): TestServer {
    if (!this.#server) throw new Error('this needs a server that the test starts')
    return this.#server
  }

  sandbox(prefix?: string): Promise<Sandbox> {
    return Sandbox.open(this.client, prefix)
  }

  async start(settings: Record<string, string>): Promise<void> {
    if (!externalServer) this.#server = await startServer({ settings })
  }

  /** Forgets connections to a server that has been restarted. */
  reconnect(): void {
    this.#client?.close()
    this.#client = undefined
  }

  async stop(): Promise<void> {
    this.#client?.close()
    await this.#server?.stop()
  }

  #connect(): ApiClient {
    if (externalServer) return new ApiClient({ url: externalServer, token: process.env.COXSWAIN_TOKEN })
    return new ApiClient({ url: this.server.url, token: this.server.token })
  }
}

/** One server for all tests of a file. With `settings` the tests of the file need `ownServerOnly` to be false. */
export function useBlackBox(settings: Record<string, string> = {}): BlackBox {
  const box = new BlackBox()
  beforeAll(() => box.start(settings))
  afterAll(() => box.stop())
  return box
}

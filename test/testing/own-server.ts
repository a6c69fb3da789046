import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestServer, type TestServer } from '../../src/testing/index.ts'
import { ApiClient } from '../support/client.ts'
import { Sandbox } from '../support/sandbox.ts'

/** One server for all tests of a file, as new before each. */
export class OwnServer {
  #server: TestServer | undefined
  #client: ApiClient | undefined

  get server(): TestServer {
    if (!this.#server) throw new Error('the server is not started yet')
    return this.#server
  }

  get client(): ApiClient {
    return (this.#client ??= new ApiClient(this.server))
  }

  /** The namespace `default`, which is there from the start. */
  get sandbox(): Sandbox {
    return this.sandboxOf('default')
  }

  sandboxOf(namespace: string): Sandbox {
    return new Sandbox(this.client, namespace)
  }

  async start(): Promise<void> {
    this.#server = await startTestServer()
  }

  async stop(): Promise<void> {
    this.#client?.close()
    await this.#server?.stop()
  }
}

export function useOwnServer(): OwnServer {
  const own = new OwnServer()
  beforeAll(() => own.start())
  beforeEach(() => own.server.reset())
  afterAll(() => own.stop())
  return own
}

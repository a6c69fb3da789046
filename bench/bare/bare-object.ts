import { DurableObject } from 'cloudflare:workers'
import { GroupCommit } from './group-commit.ts'
import { TextStore, type WriteResult } from './text-store.ts'

const encoder = new TextEncoder()

/**
 * The least that a Durable Object does to store texts and tell watchers: what Coxswain is measured against.
 *
 * Watchers are told in the turn of the write by the simplest loop, so a writer waits for all of them.
 */
export class BareObject extends DurableObject {
  readonly #store = new TextStore(this.ctx.storage)
  readonly #group = new GroupCommit(() => this.ctx.storage.sync())
  readonly #streams = new Set<WritableStreamDefaultWriter<Uint8Array>>()

  replace(grouped: boolean, key: string, expected: number, text: string): Promise<WriteResult> | WriteResult {
    const write = () => {
      const result = this.#store.replace(key, expected, text)
      if (result.written) this.#tellWatchers(text)
      return result
    }
    return grouped ? this.#group.run(write) : write()
  }

  read(key: string): { version: number; text: string } | undefined {
    return this.#store.read(key)
  }

  list(): string {
    return this.#store.list()
  }

  /** A stream of every text written from now on: text frames for an upgrade request, else lines. */
  override fetch(request: Request): Response {
    return request.headers.get('Upgrade') === 'websocket' ? this.#watchSocket() : this.#watchStream()
  }

  /** What watchers send is acknowledgements, which mean nothing here. */
  override webSocketMessage(): void {}

  #watchSocket(): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    return new Response(null, { status: 101, webSocket: client })
  }

  #watchStream(): Response {
    const { readable, writable } = new IdentityTransformStream()
    this.#streams.add(writable.getWriter())
    return new Response(readable, { headers: { 'Content-Type': 'text/plain', 'Content-Encoding': 'identity' } })
  }

  #tellWatchers(text: string): void {
    const line = encoder.encode(`${text}\n`)
    for (const writer of this.#streams) writer.write(line).catch(() => this.#streams.delete(writer))
    for (const socket of this.ctx.getWebSockets()) socket.send(text)
  }
}

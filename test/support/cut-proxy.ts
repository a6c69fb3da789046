import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

interface Pair {
  client: Socket
  server: Socket
  /** bytes from the server that may still pass; then the pair is cut */
  left: number
  isFrozen: boolean
}

/** Stands between a client and a server, and does to their connections what networks do. */
export class CutProxy {
  readonly #port: number
  readonly #server = createServer((client) => this.#accept(client))
  readonly #pairs = new Set<Pair>()
  #isClosed = false
  /** Connections that were cut or frozen while they were open. */
  cuts = 0
  /** Upgrades that the server granted. */
  sockets = 0
  url = ''

  private constructor(port: number) {
    this.#port = port
  }

  /** Listens on a free port; `port` is that of the server on 127.0.0.1. */
  static async start(port: number): Promise<CutProxy> {
    const proxy = new CutProxy(port)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    proxy.url = `http://127.0.0.1:${(proxy.#server.address() as AddressInfo).port}`
    return proxy
  }

  /** Cuts every connection, at once or after so many bytes more from the server. */
  cut(afterBytes = 0): void {
    this.cuts += this.#pairs.size > 0 ? 1 : 0
    for (const pair of this.#pairs) {
      pair.left = afterBytes
      if (afterBytes === 0) this.#destroy(pair)
    }
  }

  /** Every connection falls silent, in both directions, and stays open. */
  freeze(): void {
    this.cuts += this.#pairs.size > 0 ? 1 : 0
    for (const pair of this.#pairs) pair.isFrozen = true
  }

  /** While it is closed nobody gets through. */
  close(): void {
    this.#isClosed = true
    this.cut()
  }

  open(): void {
    this.#isClosed = false
  }

  async stop(): Promise<void> {
    this.close()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #accept(client: Socket): void {
    if (this.#isClosed) {
      client.destroy()
      return
    }
    const pair: Pair = { client, server: connect(this.#port, '127.0.0.1'), left: Infinity, isFrozen: false }
    this.#pairs.add(pair)
    for (const side of [client, pair.server]) {
      side.on('error', () => {})
      side.on('close', () => this.#destroy(pair))
    }
    client.on('data', (bytes) => pair.isFrozen || pair.server.write(bytes))
    pair.server.on('data', (bytes) => this.#pass(pair, bytes))
  }

  #pass(pair: Pair, bytes: Buffer): void {
    if (pair.isFrozen) return
    if (bytes.subarray(0, 12).toString() === 'HTTP/1.1 101') this.sockets++
    pair.client.write(bytes.subarray(0, pair.left))
    pair.left -= bytes.length
    if (pair.left <= 0) this.#destroy(pair)
  }

  #destroy(pair: Pair): void {
    this.#pairs.delete(pair)
    // what was passed on still arrives
    pair.client.destroySoon()
    pair.server.destroy()
  }
}

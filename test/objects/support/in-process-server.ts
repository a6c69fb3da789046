import { abortAllDurableObjects, createExecutionContext, evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { byteLength } from '../../../src/core/json/json.ts'
import { formatScopeName, MAIN_PLANE } from '../../../src/core/scope-name.ts'
import worker from '../../../src/worker.ts'
import {
  acknowledgement,
  type FuzzAnswer,
  type FuzzRequest,
  type FuzzServer,
  type FuzzStream,
  type FuzzWatch,
  NO_ANSWER,
  type NoAnswer,
  parseItem,
  type Query,
} from '../../fuzz/fuzz-server.ts'
import { NAMESPACES } from '../../fuzz/places.ts'
import type { Random } from '../../fuzz/random.ts'
import type { StreamItem, Transport } from '../../fuzz/records.ts'
import type { WireObject } from '../../fuzz/seen-object.ts'

/**
 * `eviction` takes one object out of memory, as idling does: sockets stay, and there must be no other watches. `abort` breaks all
 * objects off, with all that is open.
 */
export type Harm = 'eviction' | 'abort'

const SOCKETS = ['socket', 'acknowledging socket'] as const
const TOKEN = 'fuzz'
const SCOPES = ['', ...NAMESPACES].map((namespace) => formatScopeName({ plane: MAIN_PLANE, namespace }))

/** The Worker and its objects in the process of the test, where objects can be evicted and aborted at will. */
export class InProcessServer implements FuzzServer {
  readonly transports: readonly Transport[]
  readonly #harm: Harm

  constructor(harm: Harm) {
    this.#harm = harm
    this.transports = harm === 'eviction' ? SOCKETS : ['http', ...SOCKETS]
  }

  async send(request: FuzzRequest): Promise<FuzzAnswer | NoAnswer> {
    const leaving = new AbortController()
    const answering = this.#fetch(request, { signal: leaving.signal })
    if (request.cut) leaving.abort()
    try {
      const response = await answering
      const body = (await response.json()) as WireObject
      return request.cut ? NO_ANSWER : { status: response.status, body }
    } catch {
      return NO_ANSWER
    }
  }

  async watch({ path, query, accept, over }: FuzzWatch): Promise<FuzzStream | FuzzAnswer | NoAnswer> {
    const leaving = new AbortController()
    const headers = { accept, ...(over === 'http' ? {} : { upgrade: 'websocket' }) }
    try {
      const response = await this.#fetch({ method: 'GET', path, query }, { headers, signal: leaving.signal })
      if (response.webSocket) return readSocket(response.webSocket, over === 'acknowledging socket')
      if (response.status === 200 && response.body) return readStream(response.body)
      return { status: response.status, body: (await response.json()) as WireObject }
    } catch {
      return NO_ANSWER
    }
  }

  async disturb(random: Random): Promise<void> {
    if (this.#harm === 'abort') return abortAllDurableObjects()
    const scope = random.pick(SCOPES)
    await evictDurableObject(env.SCOPES.get(env.SCOPES.idFromName(scope))).catch((error: Error) => {
      if (!error.message.includes('not currently running')) throw error
    })
  }

  async #fetch({ method, path, query, body }: FuzzRequest, init: RequestInit): Promise<Response> {
    const url = new URL(path, 'https://server.test')
    for (const [name, value] of Object.entries(query ?? ({} as Query)))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const request = new Request(url, {
      method,
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const bindings = { ...env, TOKENS: `${TOKEN},admin,system:masters` }
    return worker.fetch(request as never, bindings as never, createExecutionContext())
  }
}

function readStream(body: ReadableStream<Uint8Array>): FuzzStream {
  const reader = body.getReader()
  const items: StreamItem[] = []
  let reading: PromiseWithResolvers<void> | undefined
  const readAll = async (): Promise<'clean' | 'cut'> => {
    const decoder = new TextDecoder()
    for (let rest = ''; ;) {
      await reading?.promise
      const { done, value } = await reader.read()
      if (done) return 'clean'
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) items.push(parseItem(line))
    }
  }
  const resume = () => {
    reading?.resolve()
    reading = undefined
  }
  return {
    items,
    ended: readAll().catch(() => 'cut' as const),
    cut: () => {
      resume()
      void reader.cancel().catch(() => {})
    },
    pause: () => {
      reading ??= Promise.withResolvers<void>()
    },
    resume,
  }
}

/** Sockets within one process are always read. */
function readSocket(socket: WebSocket, acknowledges: boolean): FuzzStream {
  const items: StreamItem[] = []
  let received = 0
  socket.addEventListener('message', ({ data }) => {
    items.push(parseItem(String(data)))
    received += byteLength(String(data))
    if (acknowledges && socket.readyState === WebSocket.OPEN) socket.send(acknowledgement(received))
  })
  const ended = new Promise<'clean' | 'cut'>((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve(code === 1000 ? 'clean' : 'cut'))
    socket.addEventListener('error', () => resolve('cut'))
  })
  socket.accept()
  return { items, ended, cut: () => socket.close(1000), pause: () => {}, resume: () => {} }
}

import { Header } from '../../wire/names.ts'
import type { FetchFunction } from '../options.ts'
import { nodeModule, type IncomingMessage } from './modules.ts'

export interface NodeFetchOptions {
  /** PEM. The only authorities that are trusted; those of Node by default. */
  certificateAuthority?: string | undefined
  /** Sent with every request; of several values each gets a line of its own, which `fetch` cannot do. */
  headers?: Record<string, string[]> | undefined
}

/** A connection that nobody uses is closed after so long: before most servers would, in the middle of the next request. */
const IDLE_MS = 4000
const WITHOUT_BODY = new Set([204, 205, 304])

/** `fetch` as far as the client uses it, on Node's own http and https. It follows no redirection. */
export function nodeFetch({ certificateAuthority: ca, headers }: NodeFetchOptions): FetchFunction {
  if (ca !== undefined && !ca.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error('the certificate authority is no PEM: it lacks -----BEGIN CERTIFICATE-----')
  const plain = nodeModule('node:http')
  const secure = nodeModule('node:https')
  const connections = { keepAlive: true, timeout: IDLE_MS }
  const agents = new Map([
    [plain, new plain.Agent(connections)],
    [secure, new secure.Agent({ ...connections, ca })],
  ])
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      const protocol = url.startsWith('https:') ? secure : plain
      const body =
        init.body === undefined || init.body === null ? undefined : new TextEncoder().encode(init.body as string)
      const length = body && { [Header.contentLength]: body.length }
      const { method, signal } = init
      const agent = agents.get(protocol)
      const sent = protocol.request(url, { method, agent, signal, headers: { ...init.headers, ...length, ...headers } })
      sent.on('error', reject)
      sent.on('response', (incoming) => {
        try {
          resolve(responseOf(incoming))
        } catch (error) {
          incoming.destroy()
          reject(error as Error)
        }
      })
      sent.end(body)
    })
}

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status, statusMessage: statusText, rawHeaders } = incoming
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] as string, rawHeaders[i + 1] as string)
  const body = nodeModule('node:stream').Readable.toWeb(incoming)
  return new Response(WITHOUT_BODY.has(status) ? null : body, { status, statusText, headers })
}

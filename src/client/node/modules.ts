/** As much of Node's own modules as is used here: the client is compiled without the types of any platform. */

export interface IncomingMessage {
  statusCode: number
  statusMessage: string
  /** Names and values in turn. */
  rawHeaders: string[]
  destroy(): void
}

export interface OutgoingRequest {
  on(event: 'response', listener: (incoming: IncomingMessage) => void): void
  on(event: 'error', listener: (error: Error) => void): void
  end(body?: Uint8Array): void
}

export interface HttpModule {
  Agent: new (options: { keepAlive: boolean; timeout: number; ca?: string | undefined }) => object
  request(url: string, options: Record<string, unknown>): OutgoingRequest
}

interface Modules {
  'node:http': HttpModule
  'node:https': HttpModule
  'node:fs/promises': { readFile(path: string, encoding: 'utf8'): Promise<string> }
  'node:stream': { Readable: { toWeb(incoming: IncomingMessage): ReadableStream<Uint8Array> } }
}

interface NodeProcess {
  /** Since Node 20.16. */
  getBuiltinModule?<N extends keyof Modules>(name: N): Modules[N]
}

/** Asked for by name and not imported: tools that bundle for other platforms look for what is imported. */
export function nodeModule<N extends keyof Modules>(name: N): Modules[N] {
  const { process } = globalThis as { process?: NodeProcess }
  if (!process?.getBuiltinModule) throw new Error(`${name} is not to be had here: it takes Node 20.16 or later`)
  return process.getBuiltinModule(name)
}

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { Problem } from './problem.ts'

const LOOPBACK = '127.0.0.1'
/** Who says nothing for so long after connecting is cut off. */
const FIRST_WORD_MS = 10_000
/** So long a client may take to close its side once the server has. */
const LAST_WORD_MS = 5_000
const REMIND_MS = 60_000

export interface FrontOptions {
  /** 0: any that is free. */
  port: number
  /** PEM files; plain http without them. */
  tls?: { keyFile: string; certificateFile: string } | undefined
  /** The local socket that the server behind listens on. */
  behind: string
  /** More connections are closed at once. */
  maxConnections: number
  firstWordMs?: number
  onLog: (line: string) => void
}

export interface Front {
  port: number
  /** Takes no new connection. */
  close(): void
  /** Ends those that are open; resolves when they are. */
  end(withinMs: number): Promise<void>
}

/**
 * Takes the connections of the server behind: bytes go through as they are, less their TLS. It says goodbye in TLS, closes
 * connections that say nothing, and refuses those that are too many; workerd does none of it, and ends when it has no
 * descriptor left (Q6, adr/0008).
 */
export async function startFront(options: FrontOptions): Promise<Front> {
  const open = new Set<Socket>()
  const server = serverOf(options, (client) => {
    open.add(client)
    client.once('close', () => open.delete(client))
    pass(client, options)
  })
  server.maxConnections = options.maxConnections
  server.on('drop', reminder(options))
  await listen(server, options.port)
  return {
    port: (server.address() as AddressInfo).port,
    close: () => void server.close(),
    async end(withinMs) {
      server.close()
      for (const client of open) client.end()
      await Promise.race([closed(open), new Promise((resolve) => setTimeout(resolve, withinMs))])
      for (const client of open) client.destroy()
    },
  }
}

function serverOf({ tls }: FrontOptions, take: (client: Socket) => void): Server {
  // who has said all may still be answered
  const common = { allowHalfOpen: true, noDelay: true }
  if (tls === undefined) return createServer(common, take)
  const [key, cert] = [readFileSync(tls.keyFile), readFileSync(tls.certificateFile)]
  return createTlsServer({ ...common, key, cert, handshakeTimeout: FIRST_WORD_MS }, take)
}

/** The server behind hears of a client with its first bytes. */
function pass(client: Socket, { behind, firstWordMs = FIRST_WORD_MS }: FrontOptions): void {
  client.on('error', () => client.destroy())
  client.setTimeout(firstWordMs, () => client.destroy())
  client.once('readable', () => {
    if (client.destroyed) return
    client.setTimeout(0)
    const server = connect({ path: behind, allowHalfOpen: true })
    server.on('error', () => client.destroy())
    client.pipe(server).pipe(client)
    client.once('close', () => server.destroy())
    server.once('close', () => client.setTimeout(LAST_WORD_MS))
  })
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    server.listen(port, LOOPBACK)
    await once(server, 'listening')
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, `${LOOPBACK}:${port}`)
  }
}

function explain(error: NodeJS.ErrnoException, address: string): Error {
  if (error.code === 'EADDRINUSE') return new Problem(`${address} is taken; choose another port with --port`)
  if (error.code === 'EACCES')
    return new Problem(`${address} may not be used: permission denied; choose another port with --port`)
  return error
}

const closed = (open: ReadonlySet<Socket>) =>
  Promise.all([...open].map((client) => once(client, 'close').catch(() => {})))

/** One line a minute at most. */
function reminder({ maxConnections, onLog }: FrontOptions): () => void {
  let saidAt = -Infinity
  return () => {
    if (performance.now() - saidAt < REMIND_MS) return
    saidAt = performance.now()
    onLog(
      `${maxConnections} connections are open, and more are refused: the limit of open files (ulimit -Hn) allows no more`,
    )
  }
}

import http from 'node:http'
import { ApiClient } from '../support/client.ts'
import { openSocket } from '../support/socket-reader.ts'
import { openWatch } from '../support/watch-reader.ts'
import { count, fault, pause, repeat, type Stage } from './actor.ts'

const address = ({ server: { url, token } }: Stage) => ({ url, token })

/** How long a reader that does nothing is kept before another takes its place. Milliseconds. */
const KEPT_MS = 20_000

/** Opens watches and never reads a byte of them. One that the server cut off is opened again. */
export async function neverRead(stage: Stage, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${stage.server.token}` }
  await repeat(stage, 'stuck reader', 100, async () => {
    const request = http.get(`${stage.server.url}${path}?watch=true`, { headers, agent: false })
    // a paused answer: the kernel's buffers fill, then nothing is taken any more
    request.once('response', (response) => response.pause())
    const gone = new Promise<void>((resolve) => request.once('close', resolve))
    request.on('error', () => {})
    await Promise.race([gone, untilEnd(stage, KEPT_MS)])
    request.destroy()
    count(stage, 'watches that never read')
  })
}

/** Opens sockets that neither acknowledge nor read. */
export async function neverAcknowledge(stage: Stage, path: string): Promise<void> {
  const client = new ApiClient(address(stage))
  await repeat(stage, 'silent socket', 100, async () => {
    const socket = await openSocket(client, path)
    socket.pause()
    await untilEnd(stage, KEPT_MS)
    socket.cut()
    count(stage, 'sockets that never acknowledge')
  })
  client.close()
}

async function untilEnd(stage: Stage, ms: number): Promise<void> {
  const life = stage.server.pid
  const until = performance.now() + ms
  while (stage.running && life === stage.server.pid && performance.now() < until) await pause(100)
}

/**
 * Follows the writers' objects and goes on from the last version when the stream ends. Each number must come once and in
 * order, and soon after it was written.
 */
export async function follow(stage: Stage, path: string, transport: 'http' | 'socket'): Promise<void> {
  const client = new ApiClient(address(stage))
  const numbers = new Map<string, number>()
  let version: string | undefined
  await repeat(stage, `follower over ${transport}`, 50, async () => {
    version ??= (await client.get(path)).body.metadata.resourceVersion
    const query = { resourceVersion: version }
    const reader =
      transport === 'http'
        ? await openWatch(client, path, query)
        : await openSocket(client, path, query, { acknowledge: true })
    const { events } = reader
    while (stage.running && !events.ended) {
      const [event] = await events.take(1, 30_000).catch((error: unknown) => {
        // one that is late may be cut off, and goes on from its last version
        if (events.ended) return []
        throw error
      })
      if (!event) break
      events.forget()
      if ('frames' in reader) reader.frames.length = 0
      if (event.type === 'ERROR') {
        count(stage, 'expired')
        version = undefined
        numbers.clear()
        break
      }
      const { name = '', resourceVersion } = event.object.metadata
      const number = Number(event.object.data?.n)
      const before = numbers.get(name)
      if (before !== undefined && number !== before + 1)
        fault(stage, `follower over ${transport}: ${name} went from ${before} to ${number}`)
      numbers.set(name, number)
      version = resourceVersion
      count(stage, `events over ${transport}`)
    }
    if (stage.running && !stage.down) count(stage, `streams over ${transport} that ended`)
    reader.close()
  })
  client.close()
}

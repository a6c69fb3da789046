/** The thread behind `Watchers`: opens the watches and reports when an event has reached the first and the last of them. */
import type { Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { formatRequest, openSocket } from './connection.ts'
import { FrameCounter, formatTextFrame } from './frames.ts'
import { clockMs } from './statistics.ts'
import { formatMark, type Arrival, type WatchersPlan, type WatchersReport } from './watchers.ts'

const { endpoint, path, transport, count } = workerData as WatchersPlan

const MARK = Buffer.from('mark-')
const MARK_BYTES = formatMark(0).length
const OPEN_AT_ONCE = 50
const ACKNOWLEDGE_EACH_BYTES = 16_384
const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

const arrivals = new Map<string, Arrival & { watchers: number }>()

function report(message: WatchersReport): void {
  parentPort?.postMessage(message)
}

function countArrival(mark: string): void {
  const now = clockMs()
  const arrival = arrivals.get(mark) ?? { mark, firstMs: now, lastMs: now, watchers: 0 }
  arrival.lastMs = now
  arrival.watchers++
  arrivals.set(mark, arrival)
  if (arrival.watchers < count) return
  arrivals.delete(mark)
  report({ state: 'arrived', mark, firstMs: arrival.firstMs, lastMs: arrival.lastMs })
}

/** Counts the marks in the bytes and returns what may be the beginning of another. */
function takeMarks(bytes: Buffer): Buffer {
  let end = 0
  for (;;) {
    const start = bytes.indexOf(MARK, end)
    if (start < 0) return bytes.subarray(Math.max(end, bytes.length - MARK.length + 1))
    if (start + MARK_BYTES > bytes.length) return bytes.subarray(start)
    end = start + MARK_BYTES
    countArrival(bytes.toString('latin1', start, end))
  }
}

/** Resolves when the head of the answer is there; from then on its bytes are events. */
function follow(socket: Socket): Promise<void> {
  const acknowledge = transport === 'websocket' ? acknowledger(socket) : undefined
  let head = ''
  let rest: Buffer | undefined
  const takeEvents = (data: Buffer) => {
    rest = takeMarks(rest !== undefined && rest.length > 0 ? Buffer.concat([rest, data]) : data)
    acknowledge?.(data)
  }
  return new Promise((resolve) => {
    socket.on('error', (error) => report({ state: 'closed', reason: error.message }))
    socket.on('close', () => report({ state: 'closed', reason: 'the server closed the connection' }))
    socket.on('data', (data) => {
      if (rest !== undefined) return takeEvents(data)
      head += data.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!/^HTTP\/1.1 (200|101)/.test(head)) report({ state: 'closed', reason: head.slice(0, 500) })
      takeEvents(Buffer.from(head.slice(end + 4), 'latin1'))
      resolve()
    })
  })
}

/** Tells Coxswain now and then how much was consumed, as its own client does; other servers pass the frames over. */
function acknowledger(socket: Socket): (data: Buffer) => void {
  const frames = new FrameCounter()
  let acknowledged = 0
  return (data) => {
    frames.push(data)
    if (frames.payloadBytes - acknowledged < ACKNOWLEDGE_EACH_BYTES) return
    acknowledged = frames.payloadBytes
    socket.write(formatTextFrame(JSON.stringify({ type: 'ACK', bytes: acknowledged })))
  }
}

async function openWatch(): Promise<void> {
  const socket = await openSocket(endpoint)
  const opened = follow(socket)
  socket.write(formatRequest(endpoint, { method: 'GET', path }, transport === 'websocket' ? upgrade : ''))
  await opened
}

for (let opened = 0; opened < count; opened += OPEN_AT_ONCE) {
  await Promise.all(Array.from({ length: Math.min(OPEN_AT_ONCE, count - opened) }, openWatch))
}
report({ state: 'open' })

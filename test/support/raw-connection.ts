import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What came back over a connection until the server closed it. */
export interface RawAnswer {
  /** of the first answer; undefined where none came */
  status: number | undefined
  text: string
}

const MAX_WAIT_MS = 10_000

/** Writes bytes to the server as they are and reads until it closes the connection. */
export async function exchangeBytes(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = await openConnection(port)
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.write(bytes)
  await ended(socket)
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1]
  return { status: status === undefined ? undefined : Number(status), text }
}

/** Writes bytes and is gone once they are sent, without a goodbye. */
export async function sendAndCut(port: number, bytes: string | Buffer): Promise<void> {
  const socket = await openConnection(port)
  await new Promise((sent) => socket.write(bytes, sent))
  socket.destroy()
}

/** Writes bytes as they are and leaves once the server has said something, has closed, or has been silent for a moment. */
export async function sendBytes(port: number, bytes: Buffer): Promise<void> {
  const socket = await openConnection(port)
  await new Promise((sent) => socket.write(bytes, sent))
  await somethingFrom(socket)
  socket.destroy()
}

/** A server may have nothing to say to what it was sent. */
const SILENCE_MS = 100

async function somethingFrom(socket: Socket): Promise<void> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), SILENCE_MS)
  const { signal } = silence
  await Promise.race([once(socket, 'data', { signal }), once(socket, 'close', { signal })]).catch(() => {})
  clearTimeout(timer)
}

async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  return socket
}

async function ended(socket: Socket): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), MAX_WAIT_MS)
  await once(socket, 'close')
  clearTimeout(timer)
}

/** Opens a watch over a WebSocket, writes `bytes` in place of frames, and is gone when the server has answered them. */
export async function sendFrames(port: number, path: string, authorization: string, bytes: Buffer): Promise<void> {
  const socket = await openConnection(port)
  const key = ['Connection: Upgrade', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
  const headers = ['Host: 127.0.0.1', authorization, 'Upgrade: websocket', ...key]
  socket.write([`GET ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
  await once(socket, 'data')
  socket.write(bytes)
  await somethingFrom(socket)
  socket.resetAndDestroy()
}

/** The head of a request in HTTP/1.1, after which the server closes the connection. */
export const requestHead = (line: string, headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n')

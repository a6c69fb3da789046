import type { Random } from './random.ts'
import type { StreamItem, Transport } from './records.ts'
import { seen, type WireObject } from './seen-object.ts'

export type Query = Record<string, string | number | boolean | undefined>

export interface FuzzRequest {
  method: string
  path: string
  query?: Query
  body?: unknown
  /** the connection is cut as soon as the request is sent */
  cut?: boolean
}

export interface FuzzWatch {
  path: string
  query: Query
  accept: string
  over: Transport
}

export interface FuzzAnswer {
  status: number
  body: WireObject
}

/** The connection broke before the answer. */
export const NO_ANSWER = 'no answer'
export type NoAnswer = typeof NO_ANSWER

export interface FuzzStream {
  /** grows as events come */
  readonly items: StreamItem[]
  readonly ended: Promise<'clean' | 'cut'>
  cut(): void
  /** Stops reading: what the server sends piles up on the way. */
  pause(): void
  resume(): void
}

/** A server under test, over the network or within one process. */
export interface FuzzServer {
  /** how watches can be had from it */
  readonly transports: readonly Transport[]
  send(request: FuzzRequest): Promise<FuzzAnswer | NoAnswer>
  watch(request: FuzzWatch): Promise<FuzzStream | FuzzAnswer | NoAnswer>
  /** Does it harm that must not lose what was acknowledged. Nothing else is sent meanwhile. */
  disturb(random: Random): Promise<void>
}

const INITIAL_END = 'k8s.io/initial-events-end'

export function parseItem(text: string): StreamItem {
  const { type, object } = JSON.parse(text) as { type: StreamItem['type']; object: WireObject }
  const endsInitial = type === 'BOOKMARK' && object.metadata.annotations?.[INITIAL_END] === 'true'
  return { type, object: seen(object), endsInitial, ...(type === 'ERROR' ? { code: Number(object['code']) } : {}) }
}

/** The frame by which a socket tells how many bytes of event text it has consumed. */
export const acknowledgement = (bytes: number) => JSON.stringify({ type: 'ACK', bytes })

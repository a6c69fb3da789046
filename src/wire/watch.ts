/** The types of a watch event: `{"type": …, "object": …}`. */
export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'

/**
 * Text frames that a client may send on a watch socket. `ping` is answered with `pong` by the runtime, without waking
 * the object. `ACK` tells how many bytes of event text (UTF-8) the client has consumed since the socket opened.
 */
export const PING_FRAME = 'ping'
export const PONG_FRAME = 'pong'
export interface AckFrame {
  type: 'ACK'
  bytes: number
}

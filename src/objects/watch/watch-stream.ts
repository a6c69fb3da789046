import type { Account, Backlog } from './backlog/backlog.ts'
import type { EventBatch, EventSink } from './event-sink.ts'
import type { WatchTurn } from '../../core/watch/turn.ts'

/** What a stream knows of a watch. */
interface Carried {
  readonly turn: WatchTurn
}

/** One connection to a reader, and the watches that it carries: one today. */
export class WatchStream<Watch extends Carried> {
  readonly watches = new Set<Watch>()
  readonly sink: EventSink
  /** The socket of a stream that may sleep; absent over HTTP. */
  readonly socket: WebSocket | undefined
  /** Over HTTP, and of the steady clock: when it ends, or is cut off once it is ending. */
  deadline = Infinity
  /** When it is looked at next. */
  nextMinute = Infinity
  phase: 'open' | 'ending' | 'gone' = 'open'
  readonly #backlog: Backlog

  constructor(backlog: Backlog, sink: EventSink, socket?: WebSocket) {
    this.#backlog = backlog
    this.sink = sink
    this.socket = socket
  }

  /** What its reader was sent and has not taken. */
  get account(): Account {
    return this.sink.account
  }

  /** Whether it may be sent is asked before. */
  send(batch: EventBatch): void {
    if (this.phase !== 'open') return
    this.#backlog.sent(this.account, batch.size)
    this.sink.send(batch)
  }

  get isWaiting(): boolean {
    return [...this.watches].some(({ turn }) => turn.phase === 'waiting')
  }
}

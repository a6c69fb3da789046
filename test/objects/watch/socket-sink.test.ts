import { expect, test } from 'vitest'
import { byteLength } from '../../../src/core/json/json.ts'
import { Backlog } from '../../../src/objects/watch/backlog/backlog.ts'
import { EventBatch } from '../../../src/objects/watch/event-sink.ts'
import { parseAck, SocketSink } from '../../../src/objects/watch/socket-sink.ts'

const WINDOW_BYTES = 1_048_576
const line = (length: number) => new EventBatch(['x'.repeat(length)])

/** A sink whose reader is accounted for, as the hub does it. */
function openSink() {
  const sink = new SocketSink({ send: () => {}, close: () => {} } as unknown as WebSocket)
  const backlog = new Backlog({ now: () => 0, cut: () => {}, resume: () => {} })
  sink.onTaken = (bytes) => backlog.took(sink.account, bytes)
  const send = (batch: EventBatch): boolean => {
    if (backlog.ask(sink.account, batch.size) !== 'go') return false
    backlog.sent(sink.account, batch.size)
    sink.send(batch)
    return true
  }
  return { sink, send }
}

test('K7 an event above 1 MB is sent when nothing is on its way', () => {
  const { sink, send } = openSink()
  sink.acknowledge({ type: 'ACK', bytes: 0 })
  expect(send(line(10))).toBe(true)
  expect(send(line(WINDOW_BYTES + 1))).toBe(false)
  sink.acknowledge({ type: 'ACK', bytes: 10 })
  expect(send(line(WINDOW_BYTES + 1))).toBe(true)
  expect(send(line(1))).toBe(false)
})

test('K7 an acknowledgement that is lower than an earlier one is ignored', () => {
  const { sink, send } = openSink()
  expect(send(line(1_000))).toBe(true)
  sink.acknowledge({ type: 'ACK', bytes: 900 })
  sink.acknowledge({ type: 'ACK', bytes: 100 })
  expect([sink.account.owed, sink.progress]).toEqual([100, { sent: 1_000, acknowledged: 900 }])
})

test('K7 what was sent before sleep counts once the client tells that it has it', () => {
  const { sink, send } = openSink()
  expect(send(line(1_000))).toBe(true)
  // 5,000 bytes went out before this object woke
  sink.acknowledge({ type: 'ACK', bytes: 5_500 })
  expect(sink.account.owed).toBe(0)
  expect(send(line(2_000))).toBe(true)
  expect(sink.account.owed).toBe(2_000)
  sink.acknowledge({ type: 'ACK', bytes: 8_000 })
  expect(sink.account.owed).toBe(0)
})

test.each([
  ['{"type":"ACK","bytes":0}', { type: 'ACK', bytes: 0 }],
  ['{"type":"ACK","bytes":12}', { type: 'ACK', bytes: 12 }],
  ['{"type":"ACK","bytes":1.5}', undefined],
  ['{"type":"ACK","bytes":"12"}', undefined],
  ['{"type":"ACK","bytes":1e300}', undefined],
  ['{"type":"NAK","bytes":12}', undefined],
  ['ACK', undefined],
])('K11 a frame %s is read as %o', (frame, ack) => {
  expect(parseAck(frame)).toEqual(ack)
})

test('K11 binary frames are no acknowledgements', () => {
  expect(parseAck(new TextEncoder().encode('{"type":"ACK","bytes":12}').buffer as ArrayBuffer)).toBeUndefined()
})

test('K7 bytes are those of UTF-8', () => {
  const { sink, send } = openSink()
  sink.acknowledge({ type: 'ACK', bytes: 0 })
  send(new EventBatch(['ä€𝄞']))
  expect(sink.account.owed).toBe(byteLength('ä€𝄞'))
})

import { Random } from '../fuzz/random.ts'
import { corrupt } from './bodies.ts'

const MAPS = '/api/v1/namespaces/hostile-a/configmaps'
const HOST = 'Host: 127.0.0.1'
const JSON_BODY = 'Content-Type: application/json'
const CHUNKED = 'Transfer-Encoding: chunked'

/** Heads that break a rule of HTTP, each with what follows it. */
const BROKEN: readonly (readonly [line: string, headers: readonly string[], body?: string])[] = [
  [`GET ${MAPS}`, ['Host: a', 'Host: b']],
  [`GET ${MAPS}?limit=1`, ['Host: %zz']],
  [`GET ${MAPS}?limit=1`, ['Host: a/b?c#d']],
  [`GET ${MAPS}`, []],
  ['GET http://elsewhere.example/api', [HOST]],
  ['GET http://%zz/api', [HOST]],
  ['GET api', [HOST]],
  ['GET //elsewhere/api', [HOST]],
  ['OPTIONS *', [HOST]],
  ['CONNECT elsewhere.example:443', [HOST]],
  ['CONNECT /', [HOST]],
  [`GET ${MAPS}/a\0b`, [HOST]],
  [`GET ${MAPS}/\x7f\xff`, [HOST]],
  [`GET ${MAPS}?${'a'.repeat(70_000)}`, [HOST]],
  [`GET ${MAPS}`, [HOST, `X-Large: ${'a'.repeat(200_000)}`]],
  [`GET ${MAPS}`, [HOST, ...Array.from({ length: 300 }, (_, n) => `X-${n}: 1`)]],
  [`GET ${MAPS}`, [HOST, 'X-Nul: a\0b']],
  [`GET ${MAPS}`, [HOST, 'X Y: 1', ': 1', 'no colon']],
  [`GET ${MAPS}`, [HOST, ' folded: 1', '\tmore']],
  [`POST ${MAPS}`, [HOST, JSON_BODY, CHUNKED], 'zz\r\n{}\r\n0\r\n\r\n'],
  [`POST ${MAPS}`, [HOST, JSON_BODY, CHUNKED], 'ffffffffffffffff\r\n{}'],
  [`POST ${MAPS}`, [HOST, JSON_BODY, CHUNKED], '-1\r\n{}\r\n0\r\n\r\n'],
  [`POST ${MAPS}`, [HOST, JSON_BODY, CHUNKED], '2\r\n{}X\r\n0\r\n\r\n'],
  [`POST ${MAPS}`, [HOST, JSON_BODY, CHUNKED], '2;a=b\r\n{}\r\n0\r\nTrailer: 1\r\n\r\n'],
  [`POST ${MAPS}`, [HOST, JSON_BODY, CHUNKED], '1000\r\n{"metadata"'],
  [`POST ${MAPS}`, [HOST, JSON_BODY, CHUNKED, 'Content-Length: 2'], '{}'],
  [`POST ${MAPS}`, [HOST, JSON_BODY, 'Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
  [`POST ${MAPS}`, [HOST, JSON_BODY, 'Transfer-Encoding: x'], '{}'],
  [`PUT ${MAPS}/a`, [HOST, JSON_BODY, 'Content-Length: 100'], '{"metadata"'],
  [`PUT ${MAPS}/a`, [HOST, JSON_BODY, 'Content-Length: -1'], '{}'],
  [`PUT ${MAPS}/a`, [HOST, JSON_BODY, 'Content-Length: 2', 'Content-Length: 3'], '{}'],
  [`PUT ${MAPS}/a`, [HOST, JSON_BODY, 'Content-Length: 99999999999'], '{}'],
  [`PATCH ${MAPS}/a`, [HOST, 'Content-Type: application/merge-patch+json', 'Content-Length: 4000000'], '{"data":'],
  [`POST ${MAPS}`, [HOST, JSON_BODY, 'Expect: 100-continue', 'Content-Length: 2']],
  [`GET ${MAPS}?watch=1`, [HOST, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 8']],
  [`GET ${MAPS}?watch=1`, [HOST, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']],
  [`GET ${MAPS}`, [HOST, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']],
  [`GET ${MAPS} HTTP/1.1\r\nHost: a\r\n\r\nGET ${MAPS}/a`, [HOST]],
  ['', []],
  ['\r\n\r\nGET /', [HOST]],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', []],
  ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', []],
]

/** The bytes of the `index`th connection of a seed. Some are as they should be but for a few bytes. */
export function bytesOf(seed: number, index: number, authorization: string): Buffer {
  const random = new Random(seed + Math.imul(index + 1, 0x85ebca6b))
  const [line, headers, body = ''] = BROKEN[index % BROKEN.length]!
  const version = random.weighted([
    [9, 'HTTP/1.1'],
    [1, 'HTTP/1.0'],
    [1, random.pick(['HTTP/9.9', 'http/1.1', ''])],
  ])
  const connection = random.chance(0.8) ? ['Connection: close'] : []
  const text = [`${line} ${version}`, ...headers, authorization, ...connection, '', ''].join('\r\n') + body
  const bytes = Buffer.from(text, 'latin1')
  return random.chance(0.4) ? corrupt(random, bytes) : bytes
}

/** What is written in place of frames over the `index`th socket of a seed: frames, frames that break a rule, any bytes. */
export function framesOf(seed: number, index: number): Buffer {
  const random = new Random(seed + Math.imul(index + 1, 0xc2b2ae35))
  return Buffer.concat(Array.from({ length: 1 + random.below(4) }, () => frameOf(random)))
}

const TEXTS = [
  'ping',
  '{"type":"ACK","bytes":1}',
  '{"type":"ACK","bytes":1e999}',
  '{"type":"ACK","bytes":-1}',
  '{"type":"ACK"',
  'null',
  '\u0000',
  '{"type":"ACK","bytes":9007199254740993}',
]

function frameOf(random: Random): Buffer {
  if (random.chance(0.2)) return Buffer.from(Array.from({ length: 1 + random.below(40) }, () => random.below(256)))
  const payload = random.chance(0.7)
    ? Buffer.from(random.pick(TEXTS))
    : Buffer.from(Array.from({ length: random.below(125) }, () => random.below(256)))
  const opcode = random.weighted([
    [5, 0x81],
    [2, 0x82],
    [2, 0x88],
    [1, 0x89],
    [1, 0x8a],
    [2, random.below(256)],
  ])
  const mask = Buffer.from([1, 2, 3, 4])
  const length = random.chance(0.9) ? [0x80 | payload.length] : [0xff, 0, 0, 0, random.below(3), 0, 0, 0, 1]
  const masked = payload.map((byte, i) => byte ^ mask[i % 4]!)
  return Buffer.concat([Buffer.from([opcode, ...length]), mask, masked])
}

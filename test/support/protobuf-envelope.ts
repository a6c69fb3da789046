/**
 * As much protobuf as a black-box test needs, written by hand: bodies as typed clients send them, and the envelope of an
 * answer. Shares no code with the server.
 */
const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00])

/** A length-delimited field; every number used here is below 16. */
function field(number: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string)
  const length: number[] = []
  for (let rest = bytes.length; ; rest >>>= 7) {
    length.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest)
    if (rest <= 0x7f) break
  }
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes])
}

/** The envelope around a message: `k8s\0`, then the kind and the message itself. */
export function protobufEnvelope(kind: { apiVersion: string; kind: string }, message: Buffer): Buffer {
  const typeMeta = Buffer.concat([field(1, kind.apiVersion), field(2, kind.kind)])
  return Buffer.concat([MAGIC, field(1, typeMeta), field(2, message), field(3, ''), field(4, '')])
}

/** A ConfigMap as a typed client writes it: with the empty fields that it always writes. */
export function protobufConfigMap(object: { name: string; data?: Record<string, string> }): Buffer {
  const metadata = [field(1, object.name), field(2, ''), field(3, ''), field(4, ''), field(5, ''), field(6, '')]
  const data = Object.entries(object.data ?? {}).map(([key, value]) =>
    field(2, Buffer.concat([field(1, key), field(2, value)])),
  )
  const message = Buffer.concat([field(1, Buffer.concat([...metadata, field(8, '')])), ...data])
  return protobufEnvelope({ apiVersion: 'v1', kind: 'ConfigMap' }, message)
}

/** DeleteOptions with a precondition on the uid. */
export function protobufDeleteOptions(uid: string): Buffer {
  return protobufEnvelope({ apiVersion: 'v1', kind: 'DeleteOptions' }, field(2, field(1, uid)))
}

/** The message in the envelope of an answer. */
export const messageIn = (answer: Buffer): Buffer => fieldsIn(answer.subarray(MAGIC.length), 2)[0] ?? Buffer.alloc(0)

/** Fields of that number in a message whose fields are all length-delimited. Throws where it does not end with its last. */
export function fieldsIn(message: Buffer, number: number): Buffer[] {
  const found: Buffer[] = []
  let at = 0
  const varint = () => {
    for (let value = 0, shift = 1; ; shift *= 128) {
      const byte = message[at++]
      if (byte === undefined) throw new Error('the message breaks off')
      value += (byte & 0x7f) * shift
      if (byte < 0x80) return value
    }
  }
  while (at < message.length) {
    const tag = varint()
    if ((tag & 7) !== 2) throw new Error(`field ${tag >>> 3} is not length-delimited`)
    const length = varint()
    if (at + length > message.length) throw new Error('the last field breaks off')
    if (tag >>> 3 === number) found.push(message.subarray(at, at + length))
    at += length
  }
  return found
}

/** The kind that an answer in protobuf says it is. */
export function readEnvelope(bytes: Buffer): { apiVersion: string; kind: string } {
  if (!bytes.subarray(0, 4).equals(MAGIC)) throw new Error('an answer in protobuf begins with k8s and a zero byte')
  if (bytes[4] !== 0x0a) throw new Error('the envelope begins with the kind')
  const typeMeta = bytes.subarray(6, 6 + bytes[5]!)
  const apiVersionLength = typeMeta[1]!
  const kindStart = 2 + apiVersionLength
  return {
    apiVersion: typeMeta.subarray(2, kindStart).toString('utf8'),
    kind: typeMeta.subarray(kindStart + 2, kindStart + 2 + typeMeta[kindStart + 1]!).toString('utf8'),
  }
}

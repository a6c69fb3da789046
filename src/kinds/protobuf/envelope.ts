import { quote } from '../../core/errors/quote.ts'
import { apiVersionOf, type ResourceDefinition } from '../../core/resource-definition.ts'
import { badRequest, type StatusError } from '../../core/errors/status-error.ts'
import type { Json, JsonObject, KubernetesObject, ListMeta } from '../../wire/object.ts'
import type { Status } from '../../wire/status.ts'
import { unhandled } from '../decode/decode-walk.ts'
import { OutOfBounds } from '../decode/bounds.ts'
import { DELETE_OPTIONS, LIST_META, type MessageType, messageType, objectType, STATUS } from '../schema.ts'
import { describeData, unrecognized } from '../decode/type-meta.ts'
import { decodeMessage } from './decode-message.ts'
import { encodeMessage } from './encode-message.ts'
import { WireError, WireReader, WireType } from './wire-reader.ts'
import { WireWriter } from './wire-writer.ts'

/**
 * A protobuf body or answer: four bytes, then a message `Unknown` that tells the kind and holds the object's own message
 * as bytes.
 */
const MAGIC = Uint8Array.of(0x6b, 0x38, 0x73, 0)

interface Envelope {
  apiVersion: string
  kind: string
  raw: Uint8Array
}

/**
 * The value that a JSON body of the same content would have: `checkTypeMeta` and `decodeObject` are next. Of a body that
 * tells another kind it holds `apiVersion` and `kind` alone. Throws 400.
 */
export function decodeProtobuf(definition: ResourceDefinition, bytes: Uint8Array): Json {
  if (bytes.length === 0) throw unrecognized(definition, 'empty data', () => describeData(bytes))
  if (!hasMagic(bytes)) throw unrecognized(definition, NO_MAGIC, () => describeData(bytes))
  return refusing(
    (why) => unhandled(definition, why),
    () => {
      const { apiVersion, kind, raw } = openEnvelope(bytes)
      const typeMeta = { ...(apiVersion ? { apiVersion } : {}), ...(kind ? { kind } : {}) }
      const isOther = (kind && kind !== definition.kind) || (apiVersion && apiVersion !== apiVersionOf(definition))
      return isOther ? typeMeta : { ...typeMeta, ...decodeMessage(objectType(definition), raw) }
    },
  )
}

/** The same for a body of DeleteOptions, whatever version it tells. Throws 400. */
export function decodeDeleteOptionsProtobuf(bytes: Uint8Array): Json {
  const refuse = (why: string) => badRequest(`couldn't get version/kind; ${why} (${describeData(bytes)})`)
  if (!hasMagic(bytes)) throw refuse(NO_MAGIC)
  return refusing(refuse, () => {
    const { apiVersion, kind, raw } = openEnvelope(bytes)
    const typeMeta = { ...(apiVersion ? { apiVersion } : {}), ...(kind ? { kind } : {}) }
    const isOther = kind !== '' && kind !== 'DeleteOptions'
    return isOther ? typeMeta : { ...typeMeta, ...pruned(decodeMessage(messageType(DELETE_OPTIONS), raw)) }
  })
}

const NO_MAGIC = `provided data does not appear to be a protobuf message, expected prefix [${MAGIC.join(' ')}]`

/** An empty `dryRun` says nothing. */
const pruned = (options: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => !Array.isArray(value) || value.length > 0))

const hasMagic = (bytes: Uint8Array) => MAGIC.every((byte, i) => bytes[i] === byte)

/** Runs a decoding; what it finds wrong with the bytes becomes the refusal. */
function refusing<T>(refuse: (why: string) => StatusError, decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (error instanceof WireError || error instanceof OutOfBounds) throw refuse(error.message)
    throw error
  }
}

function openEnvelope(bytes: Uint8Array): Envelope {
  const reader = new WireReader(bytes.subarray(MAGIC.length))
  const envelope: Envelope = { apiVersion: '', kind: '', raw: new Uint8Array(0) }
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag()
    if (number === 1 && wireType === WireType.bytes) Object.assign(envelope, readTypeMeta(reader.bytes()))
    else if (number === 2 && wireType === WireType.bytes) envelope.raw = reader.bytes()
    else if (number === 3 && wireType === WireType.bytes) expectPlain(reader.string())
    else reader.skip(wireType)
  }
  return envelope
}

function expectPlain(contentEncoding: string) {
  if (contentEncoding) throw new WireError(`unsupported content encoding ${quote(contentEncoding)}`)
}

function readTypeMeta(bytes: Uint8Array): { apiVersion: string; kind: string } {
  const reader = new WireReader(bytes)
  const typeMeta = { apiVersion: '', kind: '' }
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag()
    if (number === 1 && wireType === WireType.bytes) typeMeta.apiVersion = reader.string()
    else if (number === 2 && wireType === WireType.bytes) typeMeta.kind = reader.string()
    else reader.skip(wireType)
  }
  return typeMeta
}

/** What comes before a message of `length` bytes. */
export const envelopeHead = (of: { group: string; version: string }, kind: string, length: number): Uint8Array =>
  new WireWriter()
    .raw(MAGIC)
    .bytes(1, new WireWriter().string(1, apiVersionOf(of)).string(2, kind).finish())
    .tag(2, WireType.bytes)
    .varint(BigInt(length))
    .finish()

/** What comes behind it: neither an encoding nor a content type. */
export const ENVELOPE_TAIL: Uint8Array = new WireWriter().string(3, '').string(4, '').finish()

const sealEnvelope = (of: { group: string; version: string }, kind: string, raw: Uint8Array): Uint8Array =>
  new WireWriter()
    .raw(envelopeHead(of, kind, raw.length))
    .raw(raw)
    .raw(ENVELOPE_TAIL)
    .finish()

const encodeAs = (type: MessageType, value: object) => encodeMessage(type, value as JsonObject)

/** One object as a protobuf answer. */
export const encodeProtobuf = (definition: ResourceDefinition, object: KubernetesObject): Uint8Array =>
  sealEnvelope(definition, definition.kind, encodeAs(objectType(definition), object))

/** The metadata of a list, as its message holds it. */
export const encodeListMeta = (metadata: ListMeta): Uint8Array =>
  new WireWriter().bytes(1, encodeAs(messageType(LIST_META), metadata)).finish()

/** Objects of a list, as its message holds them. */
export function encodeItems(definition: ResourceDefinition, objects: Iterable<KubernetesObject>): Uint8Array {
  const items = new WireWriter()
  for (const object of objects) items.bytes(2, encodeAs(objectType(definition), object))
  return items.finish()
}

/** A list of objects as a protobuf answer. */
export const encodeProtobufList = (
  definition: ResourceDefinition,
  metadata: ListMeta,
  objects: Iterable<KubernetesObject>,
): Uint8Array =>
  sealEnvelope(
    definition,
    `${definition.kind}List`,
    new WireWriter().raw(encodeListMeta(metadata)).raw(encodeItems(definition, objects)).finish(),
  )

/** A Status as a protobuf answer. */
export const encodeProtobufStatus = (status: Status): Uint8Array =>
  sealEnvelope({ group: '', version: 'v1' }, 'Status', encodeAs(messageType(STATUS), status))

import { describe, expect, it } from 'vitest'
import { bodyMedia, decodeBody, decodeOptions, readBody } from '../../src/http/request-body.ts'
import { definitionOf } from '../support/definitions.ts'
import { MAX_BODY_BYTES } from '../../src/wire/names.ts'
import { refusalOf } from '../support/refusal.ts'

const MAP = definitionOf('configmaps')
const bytesOf = (text: string) => new TextEncoder().encode(text)
const decode = (media: 'json' | 'yaml' | 'protobuf', text: string) => decodeBody(MAP, media, bytesOf(text))
const noOptions = () => {
  throw new Error('there is no envelope')
}
const refusedOptions = (media: 'json' | 'yaml', text: string) =>
  refusalOf(() => decodeOptions(media, bytesOf(text), noOptions))

describe('the media type of a body', () => {
  it.each([
    ['', 'json'],
    ['application/json', 'json'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['application/yaml', 'yaml'],
    ['application/vnd.kubernetes.protobuf', 'protobuf'],
  ])('M2 %j is %s', (type, media) => {
    const headers: Record<string, string> = type ? { 'Content-Type': type } : {}
    expect(bodyMedia(new Request('https://a.example', { headers }))).toBe(media)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/cbor', 'constructor'])(
    'M8 %j is refused',
    (type) => {
      const request = new Request('https://a.example', { headers: { 'Content-Type': type } })
      expect(refusalOf(() => bodyMedia(request))).toMatchObject({ code: 415, reason: 'UnsupportedMediaType' })
    },
  )
})

describe('reading a body', () => {
  /** A request whose body comes in pieces of 64 KiB; `taken` counts those that were asked for. */
  function inPieces(count: number, headers: Record<string, string> = {}) {
    const piece = new Uint8Array(65_536)
    const read = { taken: 0, cancelled: false }
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (read.taken === count) return controller.close()
          read.taken++
          controller.enqueue(piece)
        },
        cancel() {
          read.cancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    const init = { method: 'POST', body: stream, duplex: 'half', headers }
    return { request: new Request('https://a.example', init as RequestInit), read }
  }
  const refused = (request: Request) =>
    readBody(request).then(
      () => undefined,
      (error: { status: unknown }) => error.status,
    )

  it('gives its bytes, none where there are none', async () => {
    const request = new Request('https://a.example', { method: 'POST', body: 'äb' })
    expect(await readBody(request)).toEqual(bytesOf('äb'))
    expect(await readBody(new Request('https://a.example'))).toHaveLength(0)
    expect(await readBody(inPieces(3).request)).toHaveLength(3 * 65_536)
  })

  it('B8 takes 3 MiB, and not a byte more', async () => {
    const body = (length: number) => new Request('https://a.example', { method: 'POST', body: new Uint8Array(length) })
    expect(await readBody(body(MAX_BODY_BYTES))).toHaveLength(MAX_BODY_BYTES)
    expect(await refused(body(MAX_BODY_BYTES + 1))).toMatchObject({
      code: 413,
      message: 'Request entity too large: limit is 3145728',
    })
  })

  it('B8 stops as soon as it is too large', async () => {
    const { request, read } = inPieces(1000)
    expect(await refused(request)).toMatchObject({ code: 413 })
    expect(read.taken).toBeLessThanOrEqual(MAX_BODY_BYTES / 65_536 + 2)
  })

  it('B8 reads nothing where the length that is told is too large', async () => {
    const { request, read } = inPieces(1000, { 'Content-Length': '3145729' })
    expect(await refused(request)).toMatchObject({ code: 413 })
    expect(read.taken).toBe(0)
  })
})

describe('a body', () => {
  it('M2 is the same in JSON and in YAML', () => {
    const value = { data: { k: 'v' } }
    expect(decode('json', '{"data":{"k":"v"}}').value).toEqual(value)
    expect(decode('yaml', 'data: {k: v}').value).toEqual(value)
  })

  it('F1 F5 tells doubled fields', () => {
    expect(decode('json', '{"data":{"k":"v","\\u006b":"w"}}').duplicates).toEqual(['duplicate field "data.k"'])
    expect(decode('yaml', 'data:\n  k: v\n  k: w\n').duplicates).toEqual(['line 3: key "k" already set in map'])
  })

  it.each(['{', '', 'null]', '{"a":1,}', 'undefined', '"'])('B1 that is no JSON is refused: %j', (text) => {
    const refused = refusalOf(() => decode('json', text))
    expect(refused).toMatchObject({ code: 400, reason: 'BadRequest' })
    expect(refused?.message).toMatch(
      /must be of type ConfigMap\): couldn't get version\/kind; json parse error: .+ \(.+\)$/,
    )
  })

  it('B1 that begins with a byte order mark is YAML, but no JSON', () => {
    expect(decode('yaml', '\uFEFFdata: {k: v}').value).toEqual({ data: { k: 'v' } })
    expect(refusalOf(() => decode('json', '\uFEFF{"data":{"k":"v"}}'))).toMatchObject({ code: 400 })
    expect(refusedOptions('json', '\uFEFF{}')).toMatchObject({ code: 400 })
  })

  it('B1 that is empty says so', () => {
    expect(refusalOf(() => decode('json', ''))?.message).toBe(
      "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; " +
        'json parse error: the body is empty (<empty>)',
    )
  })

  it('B2 that is no YAML or no protobuf is refused', () => {
    expect(refusalOf(() => decode('yaml', 'a: ['))).toMatchObject({ code: 400 })
    expect(refusalOf(() => decode('protobuf', 'k8s'))).toMatchObject({ code: 400 })
  })

  it('B11 without end is refused', () => {
    for (const text of ['['.repeat(100_000), '{"a":'.repeat(50_000)])
      expect(refusalOf(() => decode('yaml', text))?.code).toBe(400)
    expect(refusalOf(() => decode('json', '['.repeat(1_000_000)))?.code).toBe(400)
  })

  it('B8 whose aliases make it too large is refused as such', () => {
    const text = `a: &a ${'x'.repeat(1_000_000)}\nb: [*a, *a, *a, *a]\n`
    expect(refusalOf(() => decode('yaml', text))?.code).toBe(413)
  })
})

describe('options in a body', () => {
  it('D9 are there or not', () => {
    expect(decodeOptions('json', bytesOf(''), noOptions)).toBeUndefined()
    expect(decodeOptions('json', bytesOf('{}'), noOptions)).toEqual({})
    expect(decodeOptions('yaml', bytesOf('dryRun: [All]'), noOptions)).toEqual({ dryRun: ['All'] })
    expect(decodeOptions('protobuf', bytesOf('k8s'), () => ({ kind: 'DeleteOptions' }))).toEqual({
      kind: 'DeleteOptions',
    })
  })

  it('D10 that are broken are refused', () => {
    expect(refusedOptions('json', '{')?.message).toMatch(/^couldn't get version\/kind; json parse error: /)
    expect(refusedOptions('yaml', 'a: [')?.code).toBe(400)
  })
})

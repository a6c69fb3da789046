import { beforeEach, describe, expect, it } from 'vitest'
import { NodeDatabase } from '../support/node-database.ts'
import { refusalOf } from '../support/refusal.ts'
import { namesOf, ScopeDriver, versionOf, withMeta } from '../support/scope-driver.ts'

let scope: ScopeDriver

beforeEach(() => {
  scope = new ScopeDriver(new NodeDatabase()).open()
})

describe('what an object may be', () => {
  const ofSize = (characters: string, count: number) => ({
    message: characters.repeat(count),
    involvedObject: { namespace: 'team' },
  })
  const EVENTS = { resource: 'events' }

  it('B13 is refused with 413 where it is too large, in bytes of UTF-8, before anything is written', () => {
    for (const [characters, count] of [
      ['a', 1_572_864],
      ['€', 524_288],
      ['𝄞', 393_216],
    ] as const) {
      const refused = scope.refusalOf(() => scope.create('a', ofSize(characters, count), EVENTS))
      expect(refused).toMatchObject({ code: 413, reason: 'RequestEntityTooLarge' })
      expect(refused?.message).toMatch(/has 157[34]\d\d\d bytes as stored, limit is 1572864$/)
    }
  })

  it('is stored up to the limit, and changed up to it', () => {
    const created = scope.create('a', ofSize('€', 524_000), EVENTS)
    expect(scope.get('a', 'events')).toEqual(created)
    const larger = { ...created, message: '€'.repeat(524_288) }
    expect(scope.refusalOf(() => scope.update(larger, EVENTS))?.code).toBe(413)
    expect(scope.delete('a', EVENTS).removed).toBe(true)
  })

  it('D6 can be marked as being deleted when it is as large as can be', () => {
    const created = scope.create(
      'a',
      { ...ofSize('a', 1_572_000), metadata: { finalizers: ['example.com/hold'] } },
      EVENTS,
    )
    const missing = 1_572_864 - JSON.stringify(created).length
    scope.update({ ...created, message: 'a'.repeat(1_572_000 + missing) }, EVENTS)
    expect(scope.delete('a', EVENTS).removed).toBe(false)
    const marked = scope.get('a', 'events')
    expect(scope.update(withMeta(marked, { finalizers: [] }), EVENTS).metadata.name).toBe('a')
    expect(scope.exists('a', 'events')).toBe(false)
  })

  it('B9 with keys such as __proto__ and constructor is stored as sent', () => {
    const data = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d"}') as object
    const created = scope.create('a', { data })
    expect(Object.entries(created.data as object)).toEqual(Object.entries(data))
    expect(Object.entries(scope.get('a').data as object)).toEqual(Object.entries(data))
    const labels = JSON.parse('{"constructor":"b","toString":"c"}') as Record<string, string>
    scope.create('b', { metadata: { labels } })
    expect(namesOf(scope.list({ labelSelector: 'constructor=b,toString' }).items)).toEqual(['b'])
    expect(namesOf(scope.list({ labelSelector: '!valueOf,!constructor' }).items)).toEqual(['a'])
  })

  it('U5 B9 with a key __proto__ is compared by it', () => {
    const created = scope.create('a', { data: JSON.parse('{"__proto__":"a"}') as object })
    expect(scope.update(created)).toEqual(created)
    const changed = scope.update({ ...created, data: JSON.parse('{"__proto__":"b"}') as object })
    expect(versionOf(changed)).toBeGreaterThan(versionOf(created))
  })

  it('B13 with a generation beyond 2^53 keeps its digits, and can be changed and deleted', () => {
    const generation = rawNumber('9223372036854775807')
    const created = scope.create('a', { metadata: { generation, finalizers: ['example.com/hold'] } })
    expect(JSON.stringify(scope.get('a'))).toContain('"generation":9223372036854775807')
    expect(scope.update(created)).toEqual(created)
    expect(scope.delete('a').removed).toBe(false)
    expect(JSON.stringify(scope.get('a'))).toContain('"generation":9223372036854775807')
    expect(
      refusalOf(() => scope.create('b', { metadata: { generation: rawNumber('-9223372036854775807') } })),
    ).toMatchObject({
      code: 422,
      message:
        'ConfigMap "b" is invalid: metadata.generation: Invalid value: -9223372036854775807: must be greater than or equal to 0',
    })
  })
})

/** A number that JavaScript cannot hold, as the reader of JSON gives it. */
const rawNumber = (digits: string) => (JSON as unknown as { rawJSON(text: string): number }).rawJSON(digits)

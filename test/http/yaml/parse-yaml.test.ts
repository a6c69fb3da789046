import { readFileSync } from 'node:fs'
import { parseEvents } from 'js-yaml'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { StatusError } from '../../../src/core/errors/status-error.ts'
import { parseJson } from '../../../src/core/json/json.ts'
import { parseYaml, YamlError } from '../../../src/http/yaml/parse-yaml.ts'
import { MAX_PARTS, MAX_YAML_DEPTH, maxEvents, YamlBudget } from '../../../src/http/yaml/yaml-bounds.ts'
import { MAX_BODY_BYTES } from '../../../src/wire/names.ts'
import { refusalOf } from '../../support/refusal.ts'
import { HOSTILE_YAML } from './hostile-yaml.ts'

/** What `sigs.k8s.io/yaml` v1.6.0 makes of a text: its JSON and the keys it finds doubled; no JSON where it refuses. */
type Recorded = [text: string, json?: string, duplicates?: string[]]
const recorded = JSON.parse(readFileSync(new URL('yaml-values.json', import.meta.url), 'utf8')) as Recorded[]

const valueOf = (text: string) => parseYaml(text).value
const sorted = (value: unknown) =>
  JSON.stringify(parseJson(JSON.stringify(value)), undefined, 1)
    .split('\n')
    .sort()

describe('M14 YAML as Kubernetes reads it', () => {
  it.each(recorded.filter(([, json]) => json !== undefined))('reads %j', (text, json, duplicates = []) => {
    const read = parseYaml(text)
    expect(sorted(read.value)).toEqual(sorted(parseJson(json!)))
    expect(read.duplicates).toEqual(duplicates)
  })

  it.each(recorded.filter(([, json]) => json === undefined))('B2 refuses %j', (text) => {
    expect(() => parseYaml(text)).toThrow(YamlError)
  })

  it('B9 takes __proto__ and its like as keys', () => {
    expect(Object.entries(valueOf('__proto__: {a: 1}\nconstructor: 2\n') as object)).toEqual([
      ['__proto__', { a: 1 }],
      ['constructor', 2],
    ])
  })

  it('takes lines within brackets that stand no further in than their key, many of them too', () => {
    const items = Array.from({ length: 50 }, (_, i) => `"k${i}": ${i}`)
    const text = `metadata:\n  annotations: {\n${items.join(',\n')}\n  }\n`
    expect(valueOf(text)).toEqual({ metadata: { annotations: JSON.parse(`{${items.join(',')}}`) as object } })
  })
})

describe('what is wrong is told', () => {
  it.each([
    ['a: 1\nb: [1,\n', 'line 3: unexpected end of the stream within a flow collection'],
    ['a: 1\n b: 2\n', 'line 2: bad indentation of a mapping entry'],
    ['a: 1\nb: *c\n', 'line 2: unknown anchor `c` referenced'],
    ['a: &a [*a]\n', 'line 1: anchor `a` contains itself'],
    ['a: 1\nb: !!int x\n', 'line 2: cannot decode !!str `x` as a !!int'],
    ['a: .nan\n', 'line 1: unsupported value: .nan, for which JSON has no form'],
    ['a: {[x]: 1}\n', 'line 1: invalid map key: a map or list cannot be a key in JSON'],
    ['a: \0\n', 'line 1: control characters are not allowed'],
    ['['.repeat(1000), `line 1: it is nested more than ${MAX_YAML_DEPTH} levels deep`],
  ])('B2 %j', (text, message) => {
    expect(() => parseYaml(text)).toThrow(message)
  })

  it('B2 in few words, and without what may be secret around it', () => {
    const secret = 'swordfish'
    for (const text of [`a: ${secret}\nb: [\n`, `${secret}: ${secret}\n\tx: [`, `a: !${secret.repeat(9999)}! b\n`]) {
      const message = refusedMessage(text)
      expect(message.length).toBeLessThan(300)
      if (!text.includes('!')) expect(message).not.toContain(secret)
    }
  })
})

function refusedMessage(text: string): string {
  try {
    parseYaml(text)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('was not refused')
}

describe('B18 nothing of a body is logged', () => {
  afterEach(() => vi.restoreAllMocks())

  it('whatever is odd in it', () => {
    const methods = ['log', 'warn', 'error', 'info', 'debug'] as const
    const spies = methods.map((method) => vi.spyOn(console, method).mockImplementation(() => {}))
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const odd = [
      'a: {\n  b: secret\n}\n',
      '%FOO bar\n---\na: secret\n',
      '? [secret]\n: 1\n',
      'a: !secret x\n',
      '? {a: b}\n',
      'a: 1\na: 2\n',
    ]
    for (const text of [...odd, ...recorded.map(([text]) => text)]) {
      try {
        parseYaml(text)
      } catch (error) {
        expect(error).toBeInstanceOf(YamlError)
      }
    }
    for (const spy of [...spies, warnings]) expect(spy).not.toHaveBeenCalled()
  })
})

describe('B19 YAML that means harm', () => {
  it.each(Object.entries(HOSTILE_YAML))('%s takes no more steps than any other', (_name, make) => {
    const text = make()
    expect(text.length).toBeLessThanOrEqual(MAX_BODY_BYTES)
    const budget = new YamlBudget()
    try {
      const { value } = parseYaml(text, budget)
      // Aliases followed, it is still no larger than a body, but for quotes, commas and escapes.
      expect(JSON.stringify(value).length).toBeLessThanOrEqual(2 * MAX_BODY_BYTES)
    } catch (error) {
      expect(error instanceof YamlError || error instanceof StatusError).toBe(true)
    }
    expect(budget.followed).toBeLessThanOrEqual(MAX_PARTS)
  })

  it('aliases of a long text are too large', () => {
    const keys = Array.from({ length: 90 }, (_, i) => `k${i}: *x`)
    const text = `x: &x ${'v'.repeat(100_000)}\n${keys.join('\n')}\n`
    expect(refusalOf(() => parseYaml(text))).toMatchObject({
      code: 413,
      message: `Request entity too large: limit is ${MAX_BODY_BYTES}`,
    })
  })

  it('very many keys are refused before they are read', () => {
    const text = Array.from({ length: 200_000 }, (_, i) => `k${i}: v`).join('\n')
    expect(refusalOf(() => parseYaml(text))).toMatchObject({
      code: 413,
      message: `Request entity too large: as YAML it may have ${MAX_PARTS} keys, values and items; send it as JSON`,
    })
  })

  it('a large text of lines and commas is none of that', () => {
    const csv = `data:\n  a.csv: |\n${'    1,2,3,4,5,6,7,8,9,10\n'.repeat(40_000)}`
    expect((valueOf(csv) as { data: object }).data).toHaveProperty(['a.csv'], '1,2,3,4,5,6,7,8,9,10\n'.repeat(40_000))
  })

  it('no text has more events than its signs promise', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '  ',
      '\n',
      '\n  ',
      ':',
      ': ',
      '-',
      '- ',
      '? ',
      ',',
      '[',
      ']',
      '{',
      '}',
      '&x ',
      '*x',
      '"',
      "'",
      '|\n ',
      '#',
      '---\n',
      '...\n',
      '!t ',
      '\r\n',
      '\t',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        expect(eventsOf(text)).toBeLessThanOrEqual(maxEvents(text))
      }),
      { numRuns: 5000 },
    )
  })
})

/** Of its first document alone; none where it is refused. */
function eventsOf(text: string): number {
  try {
    const events = parseEvents(text, { maxDepth: MAX_YAML_DEPTH })
    const second = events.findIndex((event, i) => i > 0 && 'directives' in event)
    return second === -1 ? events.length : second
  } catch {
    return 0
  }
}

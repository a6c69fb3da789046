import { quote } from '../../core/errors/quote.ts'
import { isRawNumber, jsonTypeOf } from '../../core/json/json.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import { badRequest, type StatusError } from '../../core/errors/status-error.ts'
import type { Json } from '../../wire/object.ts'
import { isDeeperThan } from '../../core/patch/bounds.ts'
import { MAX_DEPTH, MAX_ENTRIES, MAX_MESSAGES, tooDeep, tooManyEntries, tooManyMessages } from './bounds.ts'
import { qualifiedTypeName, type Scalar, type Shape } from '../schema.ts'

/** More are not told: a body of nothing else would make an answer larger than itself. */
const MAX_PROBLEMS = 100

/** Where a decoding stands, and what it found so far. */
export class DecodeWalk {
  readonly problems: string[] = []
  readonly #definition: Pick<ResourceDefinition, 'version' | 'kind'>
  /** The path in full (`spec`, `.containers`, `[0]`) and of its fields alone, as type errors tell it. */
  readonly #path: string[] = []
  readonly #fields: string[] = []
  #owner: string
  #messages = 0
  #entries = 0

  constructor(definition: Pick<ResourceDefinition, 'version' | 'kind'>) {
    this.#definition = definition
    this.#owner = definition.kind
  }

  /** `owner` is the type that has the field. */
  field<T>(owner: string, name: string, work: () => T): T {
    const outer = this.#owner
    this.#owner = owner
    this.#fields.push(name)
    const result = this.#below(this.#path.length ? `.${name}` : name, work)
    this.#fields.pop()
    this.#owner = outer
    return result
  }

  key = <T>(key: string, work: () => T): T => this.#below(`.${key}`, work)
  item = <T>(index: number, work: () => T): T => this.#below(`[${index}]`, work)

  /** Called for each structured value. Throws 400 when there are too many. */
  countMessage() {
    if (++this.#messages > MAX_MESSAGES) throw this.refusal(tooManyMessages().message)
  }

  /** Called for each map, and for each list of scalars. Throws 400 when there is too much in them. */
  countEntries(count: number) {
    this.#entries += count
    if (this.#entries > MAX_ENTRIES) throw this.refusal(tooManyEntries().message)
  }

  unknownField(name: string) {
    if (this.problems.length >= MAX_PROBLEMS) return
    const path = [...this.#path, this.#path.length ? `.${name}` : name].join('')
    this.problems.push(`unknown field ${quote(path)}`)
  }

  /** The error about a value that is not of the type that stands in the schema. */
  mismatch(value: Json, expected: Shape): StatusError {
    const number = isNumeric(expected) ? numberText(value) : ''
    const found = number ? `number ${number.slice(0, SHOWN_DIGITS)}` : jsonTypeOf(value)
    const field = [this.#owner, ...this.#fields].join('.')
    return this.refusal(`json: cannot unmarshal ${found} into Go struct field ${field} of type ${shapeName(expected)}`)
  }

  /** 400: the body cannot be taken as this kind. */
  refusal(why: string): StatusError {
    return unhandled(this.#definition, why)
  }

  /** Throws 400 for a value that is nested too deeply to stand here. */
  assertDepth(value: Json) {
    if (isDeeperThan(value, MAX_DEPTH - this.depth)) throw this.refusal(tooDeep().message)
  }

  get depth(): number {
    return this.#path.length
  }

  #below<T>(step: string, work: () => T): T {
    if (this.#path.length >= MAX_DEPTH) throw this.refusal(tooDeep().message)
    this.#path.push(step)
    const result = work()
    this.#path.pop()
    return result
  }
}

/** 400 about a body of the right kind whose content cannot be decoded. */
export const unhandled = ({ kind, version }: Pick<ResourceDefinition, 'version' | 'kind'>, why: string) =>
  badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`)

const SHOWN_DIGITS = 40
const numberText = (value: Json) =>
  isRawNumber(value) ? value.rawJSON : typeof value === 'number' ? String(value) : ''

const NUMERIC: ReadonlySet<Scalar> = new Set(['int32', 'int64', 'float64', 'intOrString'])
const isNumeric = (shape: Shape) => shape.form === 'scalar' && NUMERIC.has(shape.scalar)

/** Scalars that errors name by what they are made of. */
const SCALAR_NAMES: Partial<Record<Scalar, string>> = {
  bytes: '[]uint8',
  quantity: 'resource.Quantity',
  time: 'string',
  microTime: 'string',
  intOrString: 'int32',
}

/** A type as errors name it: `string`, `[]v1.Condition`, `map[string]string`. */
function shapeName(shape: Shape): string {
  switch (shape.form) {
    case 'scalar':
      return SCALAR_NAMES[shape.scalar] ?? shape.scalar
    case 'free':
    case 'schemaOr':
      return shape.of
    case 'message':
      return qualifiedTypeName(shape.type)
    case 'list':
      return `[]${shapeName(shape.items)}`
    case 'map':
      return `map[string]${shapeName(shape.values)}`
  }
}

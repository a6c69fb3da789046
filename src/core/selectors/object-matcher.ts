import { type FieldSelector, matchesFields, parseFieldSelector, requiredName } from './field-selector.ts'
import type { LabelSelector } from './label-requirement.ts'
import { matchesLabels, parseLabelSelector } from './label-selector.ts'
import type { ResourceDefinition } from '../resource-definition.ts'

/** What selectors look at: texts that stand beside the stored object, so that matching parses no body. */
export interface Selectable {
  name: string
  /** JSON, empty for none */
  labels: string
  fields: string
}

/** Label and field selector of one request, ready to be held against stored rows. */
export class ObjectMatcher {
  readonly #labels: LabelSelector | undefined
  readonly #fields: FieldSelector | undefined
  readonly #namespace: string
  /** The name that the field selector asks for, if it asks for exactly one. */
  readonly name: string | undefined
  /** True when every object matches. */
  readonly matchesAll: boolean

  /** Throws 400 for selectors that are not understood. */
  constructor(definition: ResourceDefinition, namespace: string, labelSelector: string, fieldSelector: string) {
    this.#labels = labelSelector ? parseLabelSelector(labelSelector) : undefined
    this.#fields = fieldSelector ? parseFieldSelector(fieldSelector, definition) : undefined
    this.#namespace = namespace
    this.name = this.#fields && requiredName(this.#fields)
    this.matchesAll = !this.#labels && !this.#fields
  }

  matches({ name, labels, fields }: Selectable): boolean {
    if (this.#labels && !matchesLabels(this.#labels, parseMap(labels))) return false
    if (!this.#fields) return true
    const values = parseMap(fields)
    return matchesFields(this.#fields, (field) => {
      if (field === 'metadata.name') return name
      if (field === 'metadata.namespace') return this.#namespace
      return Object.hasOwn(values, field) ? (values[field] ?? '') : ''
    })
  }
}

const NONE: Record<string, string> = {}
const parseMap = (text: string) => (text ? (JSON.parse(text) as Record<string, string>) : NONE)

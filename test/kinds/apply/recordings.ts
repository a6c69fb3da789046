import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { JsonObject, KubernetesObject } from '../../../src/wire/object.ts'
import type { Status } from '../../../src/wire/status.ts'
import { refusalOf } from '../../support/refusal.ts'

const FOLDER = join(import.meta.dirname, '../../golden/recorded')

interface Observation {
  step: string
  status?: number
  body: JsonObject
}

/** The answers of a recorded scenario, one after the other. */
export class Recording {
  readonly #observations: Observation[]

  constructor(file: string) {
    const text = readFileSync(join(FOLDER, `${file}.json`), 'utf8').replaceAll('<suffix>.example.com', 'example.com')
    this.#observations = (JSON.parse(text) as { observations: Observation[] }).observations
  }

  /** Does a write, which must end as the next recorded one: the same content and owners, or the same refusal. */
  step(write: () => KubernetesObject): void {
    const recorded = this.#observations.shift()
    if (!recorded) throw new Error('no more steps in the recording')
    const status = recorded.status ?? 0
    if (status < 400) {
      expect(contentOf(write() as unknown as JsonObject), recorded.step).toEqual(contentOf(recorded.body))
      return
    }
    const refusal = refusalOf(write)
    // A client's fault is none of the server's.
    expect(refusal?.code, recorded.step).toBe(status === 500 ? 400 : status)
    expect(refusal && told(refusal), recorded.step).toEqual(told(recorded.body as unknown as Status))
  }

  /** A step that says nothing about ownership. */
  skip(count = 1): void {
    this.#observations.splice(0, count)
  }

  get rest(): number {
    return this.#observations.length
  }
}

const told = ({ message, details, reason = 'BadRequest' }: Status) => ({ message, details, reason })

/** All but what the server puts into each object; times are shown as being there. */
function contentOf(object: JsonObject): unknown {
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...rest } = object
  const { labels, annotations, finalizers, managedFields } = metadata as JsonObject
  const entries = (managedFields ?? []) as JsonObject[]
  const owners = entries.map((entry) => JSON.stringify({ ...entry, ...(entry.time ? { time: '<time>' } : {}) }, sorted))
  return JSON.parse(JSON.stringify({ ...rest, labels, annotations, finalizers, owners: owners.sort() }))
}

/** Texts of objects are compared, so their keys come in one order. */
const sorted = (_key: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

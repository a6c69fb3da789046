import type { Observation } from './observation.ts'

/** What tells one run of a scenario from another. */
export interface Run {
  namespace: string
  /** what names beyond the namespace end in */
  suffix?: string
  /** whether `managedFields` are compared; where they are not the point, they are left out */
  managedFields?: boolean
}

/**
 * Takes out of observations what differs between any two runs, so that they compare by value: uids, times, generated
 * names and continue tokens become words, and the version of an object becomes its rank among all versions seen, so that
 * equality and order of versions still count. The words are those of the recordings.
 */
export function withPlaceholders(observations: Observation[], run: Run): Observation[] {
  const plain = JSON.parse(JSON.stringify(observations)) as Observation[]
  const words = new Words(run, ranksOf(plain))
  return plain.map((o) => ({
    ...o,
    ...(o.warning === undefined ? {} : { warning: words.inText(o.warning) }),
    ...('body' in o ? { body: words.inValue(o.body) } : {}),
  }))
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Metadata of a list, whose version may be anything from that of its last item up. */
const isListMetadata = (owner: Fields) => !('name' in owner) && !('uid' in owner) && !owner.creationTimestamp

function ranksOf(observations: Observation[]): Map<string, string> {
  const versions = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isFields(value)) return
    const version = value.resourceVersion
    if (typeof version === 'string' && /^[1-9]\d*$/.test(version) && !isListMetadata(value)) versions.add(version)
    Object.values(value).forEach(visit)
  }
  observations.forEach((o) => visit(o.body))
  const inOrder = [...versions].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  return new Map(inOrder.map((version, i) => [version, `<rv${i + 1}>`]))
}

const UID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

class Words {
  readonly #uids = new Map<string, string>()
  readonly #run: Run
  readonly #ranks: Map<string, string>

  constructor(run: Run, ranks: Map<string, string>) {
    this.#run = run
    this.#ranks = ranks
  }

  inText(text: string): string {
    const withoutUids = text.replace(UID, (uid) => this.#wordFor(uid))
    const { namespace, suffix } = this.#run
    const withoutNamespace = withoutUids.replace(TIME, '<time>').replaceAll(namespace, '<ns>')
    return suffix ? withoutNamespace.replaceAll(suffix, '<suffix>') : withoutNamespace
  }

  /** Goes through keys in order of name: uids are numbered in the order in which they are met. */
  inValue(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.inValue(item))
    if (typeof value === 'string') return this.inText(value)
    if (!isFields(value)) return value
    const kept = Object.keys(value).filter((key) => key !== 'managedFields' || this.#run.managedFields)
    return Object.fromEntries(kept.sort().map((key) => [this.inText(key), this.#member(value, key)]))
  }

  #member(owner: Fields, key: string): unknown {
    const value = owner[key]
    if (typeof value !== 'string') return this.inValue(value)
    const prefix = owner.generateName
    if (key === 'resourceVersion' && value !== '' && value !== '0') return this.#version(owner, value)
    if (key === 'continue' && value !== '') return '<continue>'
    if (key === 'name' && typeof prefix === 'string' && value.startsWith(prefix))
      return `${this.inText(prefix)}<generated>`
    return this.inText(value)
  }

  #version(owner: Fields, version: string): string {
    return isListMetadata(owner) ? '<listRV>' : (this.#ranks.get(version) ?? version)
  }

  #wordFor(uid: string): string {
    const word = this.#uids.get(uid) ?? `<uid${this.#uids.size + 1}>`
    this.#uids.set(uid, word)
    return word
  }
}

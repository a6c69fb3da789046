import type { SeenObject } from './seen-object.ts'

/** A selector as a client writes it, beside what it must match. No parser: the two are written by hand. */
export interface Selector {
  query: { labelSelector?: string; fieldSelector?: string }
  matches(object: Pick<SeenObject, 'name' | 'labels'>): boolean
}

export const COLORS = ['red', 'blue', 'green'] as const

export const EVERYTHING: Selector = { query: {}, matches: () => true }

export const ofName = (name: string): Selector => ({
  query: { fieldSelector: `metadata.name=${name}` },
  matches: (object) => object.name === name,
})

const byLabel = (labelSelector: string, matches: (labels: Record<string, string>) => boolean): Selector => ({
  query: { labelSelector },
  matches: ({ labels }) => matches(labels),
})

export const SELECTORS: readonly Selector[] = [
  EVERYTHING,
  EVERYTHING,
  byLabel('color=red', ({ color }) => color === 'red'),
  byLabel('color!=red', ({ color }) => color !== 'red'),
  byLabel('color in (red, blue)', ({ color }) => color === 'red' || color === 'blue'),
  byLabel('color notin (red,green)', ({ color }) => color !== 'red' && color !== 'green'),
  byLabel('color', ({ color }) => color !== undefined),
  byLabel('!color', ({ color }) => color === undefined),
  byLabel('size>4', ({ size }) => size !== undefined && Number(size) > 4),
  byLabel('size>2,color!=blue', ({ size, color }) => size !== undefined && Number(size) > 2 && color !== 'blue'),
  ofName('n0'),
  ofName('n3'),
  { query: { fieldSelector: 'metadata.name!=n1' }, matches: ({ name }) => name !== 'n1' },
  {
    query: { fieldSelector: 'metadata.name!=n2', labelSelector: 'color' },
    matches: ({ name, labels }) => name !== 'n2' && labels['color'] !== undefined,
  },
]

/** The kinds of patch that change what is there; an apply is another matter. */
export const PLAIN_KINDS = ['json', 'merge', 'strategic'] as const
export type PlainKind = (typeof PLAIN_KINDS)[number]

/** A patch that sets one field, in the form of its kind: `setting('json', ['data', 'k'], '2')`. */
export function setting(kind: PlainKind, path: readonly string[], value: unknown): unknown {
  if (kind === 'json') return [{ op: 'add', path: `/${path.join('/')}`, value }]
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
}

/** A patch that sets `data.k`. */
export const setK = (kind: PlainKind, k: unknown) => setting(kind, ['data', 'k'], k)

/** A patch that sets `data.k` and states the version that it was based on. */
export const setKAt = (kind: PlainKind, resourceVersion: unknown, k: string) =>
  kind === 'json'
    ? [
        { op: 'add', path: '/metadata/resourceVersion', value: resourceVersion },
        { op: 'add', path: '/data/k', value: k },
      ]
    : { metadata: { resourceVersion }, data: { k } }

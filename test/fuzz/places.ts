import type { Random } from './random.ts'
import type { Place } from './records.ts'

interface Kind {
  resource: string
  apiVersion: string
  kind: string
  prefix: string
  /** a PUT of a missing object makes it */
  createdByUpdate: boolean
  content: (text: string) => Record<string, unknown>
}

const KINDS: readonly Kind[] = [
  {
    resource: 'configmaps',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    prefix: '/api/v1',
    createdByUpdate: false,
    content: (text) => ({ data: { constructor: 'plain', text } }),
  },
  {
    resource: 'leases',
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    prefix: '/apis/coordination.k8s.io/v1',
    createdByUpdate: true,
    content: (text) => ({ spec: { holderIdentity: text, leaseTransitions: 9 } }),
  },
]

export const kindOf = (place: Place): Kind => KINDS.find((kind) => kind.resource === place.resource)!

/** The namespace that is deleted and made again while the others work in it. */
export const SHORT_LIVED = 'fuzz-c'
export const NAMESPACES = ['fuzz-a', 'fuzz-b', SHORT_LIVED] as const
export const NAMES = Array.from({ length: 10 }, (_, i) => `n${i}`)

export const PLACES: readonly Place[] = NAMESPACES.flatMap((scope) =>
  KINDS.map(({ resource }): Place => ({ scope, resource })),
)

export const pathOf = ({ scope, resource }: Place, name?: string) =>
  `${kindOf({ scope, resource }).prefix}/namespaces/${scope}/${resource}${name === undefined ? '' : `/${name}`}`

/** One place is nearly always quiet: nothing comes there for longer than history is kept. */
const QUIET: Place = { scope: 'fuzz-b', resource: 'leases' }

export const somePlace = (random: Random): Place =>
  random.weighted(PLACES.map((place) => [isQuiet(place) ? 0.02 : 1, place]))

const isQuiet = ({ scope, resource }: Place) => scope === QUIET.scope && resource === QUIET.resource

/**
 * The address of a scope: a namespace of a control plane, or what a control plane has outside of namespaces. One deployment
 * may hold several control planes; each has namespaces, versions and names of its own.
 */
export interface ScopeName {
  readonly plane: string
  /** empty for the cluster scope */
  readonly namespace: string
}

/** The control plane of a deployment, where nothing else is said. */
export const MAIN_PLANE = 'main'

/** The text of a scope's name: the name of its Durable Object, and what its versions are salted with. */
export const formatScopeName = ({ plane, namespace }: ScopeName): string =>
  namespace ? `${plane}/ns/${namespace}` : `${plane}/cluster`

const FORM = /^([a-z0-9-]+)\/(?:cluster|ns\/(.+))$/s

/** Throws for text that `formatScopeName` did not make. */
export function parseScopeName(text: string): ScopeName {
  const [, plane, namespace = ''] = FORM.exec(text) ?? []
  if (plane === undefined) throw new Error(`${JSON.stringify(text)} is not the name of a scope`)
  return { plane, namespace }
}

/** The cluster scope of the same control plane. */
export const clusterOf = ({ plane }: ScopeName): ScopeName => ({ plane, namespace: '' })

/** The scope of a namespace in the same control plane. */
export const namespaceIn = ({ plane }: ScopeName, namespace: string): ScopeName => ({ plane, namespace })

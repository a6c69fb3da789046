import { parseSimpleYaml } from './simple-yaml.ts'

/** A kubeconfig as far as it is read here. */
export interface Kubeconfig {
  'current-context'?: string | undefined
  contexts?: { name: string; context: { cluster: string; user?: string; namespace?: string } }[] | undefined
  clusters?: { name: string; cluster: { server: string; 'certificate-authority-data'?: string } }[] | undefined
  users?: { name: string; user?: Record<string, unknown> | null }[] | undefined
}

/** What one context of a kubeconfig says. */
export interface KubeconfigAccess {
  server: string
  token?: string | undefined
  namespace?: string | undefined
  /** PEM in base64. `fetch` cannot be told of it: see `connect`. */
  certificateAuthorityData?: string | undefined
  /** Ways to authenticate that the context asks for and a token is not, such as `exec`. */
  otherCredentials: string[]
}

/**
 * Reads the context named, or the current one. Throws an Error that says what is missing. A YAML text may have what
 * kubectl and Coxswain write: block maps and lists, plain and quoted scalars.
 */
export function readKubeconfig(config: string | Kubeconfig, context?: string): KubeconfigAccess {
  const { contexts, clusters, users, ...rest } = typeof config === 'string' ? parse(config) : config
  const chosen = find(contexts, 'context', context ?? rest['current-context']).context
  const { server, 'certificate-authority-data': ca } = find(clusters, 'cluster', chosen.cluster).cluster
  const user = chosen.user ? (find(users, 'user', chosen.user).user ?? {}) : {}
  return {
    server,
    token: typeof user['token'] === 'string' ? user['token'] : undefined,
    namespace: chosen.namespace,
    certificateAuthorityData: ca,
    otherCredentials: Object.keys(user).filter((key) => key !== 'token'),
  }
}

const parse = (text: string) => (/^\s*\{/.test(text) ? JSON.parse(text) : parseSimpleYaml(text)) as Kubeconfig

function find<T extends { name: string }>(all: T[] | undefined, what: string, name: string | undefined): T {
  const found = all?.find((one) => one.name === name)
  if (!found) throw new Error(`the kubeconfig has no ${what} ${name === undefined ? 'that is current' : `"${name}"`}`)
  return found
}

import { readImpersonation, type Impersonation } from './impersonation.ts'
import { isGiven, textOf, type Fields } from './fields.ts'
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
  namespace?: string | undefined
  token?: string | undefined
  /** A file with the token, which counts before `token` and is renewed by others. */
  tokenFile?: string | undefined
  /** Whom to act as: `as`, `as-uid`, `as-groups` and `as-user-extra`. */
  impersonate?: Impersonation | undefined
  /** PEM in base64: the authorities that the server's certificate is checked against. */
  certificateAuthorityData?: string | undefined
  /** A file with the same in PEM. */
  certificateAuthorityFile?: string | undefined
  /** Other ways to authenticate that the context asks for, such as `exec`. */
  otherCredentials: string[]
  /** What the context asks of the connection beside an authority, such as `proxy-url`. */
  otherTransport: string[]
}

/** What is honoured, and what neither an answer nor a right depends on. Any other field is told by its name. */
const USER_FIELDS = new Set(['token', 'tokenFile', 'as', 'as-uid', 'as-groups', 'as-user-extra', 'extensions'])
const CLUSTER_FIELDS = new Set([
  'server',
  'certificate-authority',
  'certificate-authority-data',
  'disable-compression',
  'extensions',
])

/**
 * Reads the context named, or the current one. Throws an Error that says what is missing. A YAML text may have what
 * kubectl and Coxswain write: see `parseSimpleYaml`.
 */
export function readKubeconfig(config: string | Kubeconfig, context?: string): KubeconfigAccess {
  const { contexts, clusters, users, ...rest } = typeof config === 'string' ? parse(config) : config
  const chosen = find(contexts, 'context', context ?? rest['current-context']).context
  const cluster = find(clusters, 'cluster', chosen.cluster).cluster as Fields
  const user: Fields = (chosen.user ? find(users, 'user', chosen.user).user : undefined) ?? {}
  return {
    server: textOf(cluster, 'server') ?? '',
    namespace: textOf(chosen, 'namespace'),
    token: textOf(user, 'token')?.trim(),
    tokenFile: textOf(user, 'tokenFile'),
    impersonate: readImpersonation(user),
    certificateAuthorityData: textOf(cluster, 'certificate-authority-data'),
    certificateAuthorityFile: textOf(cluster, 'certificate-authority'),
    otherCredentials: othersIn(user, USER_FIELDS),
    otherTransport: othersIn(cluster, CLUSTER_FIELDS),
  }
}

function parse(text: string): Kubeconfig {
  const withoutMark = text.replace(/^\uFEFF/, '')
  if (!/^\s*\{/.test(withoutMark)) return (parseSimpleYaml(withoutMark) ?? {}) as Kubeconfig
  try {
    return JSON.parse(withoutMark) as Kubeconfig
  } catch {
    // its message would show a piece of the text, perhaps of a token
    throw new Error('the kubeconfig begins as JSON and is none')
  }
}

function find<T extends { name: string }>(all: T[] | undefined, what: string, name: string | undefined): T {
  const found = all?.find((one) => one.name === name)
  if (!found) throw new Error(`the kubeconfig has no ${what} ${name === undefined ? 'that is current' : `"${name}"`}`)
  return found
}

const othersIn = (fields: Fields, known: Set<string>) =>
  Object.keys(fields).filter((name) => !known.has(name) && isGiven(fields[name]))

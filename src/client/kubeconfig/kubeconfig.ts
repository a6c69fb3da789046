import { readImpersonation, type Impersonation } from './impersonation.ts'
import { isGiven, textOf, wrong, type Fields } from './fields.ts'
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
  const chosen = find(contexts, 'context', context ?? textOf(rest, 'current-context'))
  const cluster = find(clusters, 'cluster', textOf(chosen, 'cluster'))
  const userName = textOf(chosen, 'user')
  const user = userName === undefined ? {} : find(users, 'user', userName)
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

/** What stands under a name in one of the lists; nothing there is an empty one. */
function find(all: unknown, what: string, name: string | undefined): Fields {
  const found = Array.isArray(all) ? (all as (Fields | null)[]).find((one) => one?.['name'] === name) : undefined
  if (!found || name === undefined)
    throw new Error(`the kubeconfig has no ${what} ${name === undefined ? MISSING[what] : `"${name}"`}`)
  const fields = found[what] ?? {}
  if (typeof fields !== 'object' || Array.isArray(fields)) throw wrong(`the ${what} "${name}"`, 'a map')
  return fields as Fields
}
const MISSING: Record<string, string> = { context: 'that is current', cluster: 'in its context' }

const othersIn = (fields: Fields, known: Set<string>) =>
  Object.keys(fields).filter((name) => !known.has(name) && isGiven(fields[name]))

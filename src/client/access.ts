import { Header } from '../wire/names.ts'
import { impersonationHeaders } from './kubeconfig/impersonation.ts'
import { readKubeconfig, type KubeconfigAccess } from './kubeconfig/kubeconfig.ts'
import type { ConnectOptions } from './options.ts'
import { fetchOfNode, hasNodeModules, readFileOfNode } from './platform.ts'
import { tokenFromFile } from './token-file.ts'

/** Options of a connection, with what the kubeconfig says in its place. */
export interface Access extends ConnectOptions {
  server: string
  namespace?: string | undefined
}

/** Throws an Error that names what the kubeconfig asks for and what cannot be done here. */
export function accessOf(options: ConnectOptions): Access {
  const { kubeconfig, context, fetch } = options
  const config = kubeconfig === undefined ? undefined : readKubeconfig(kubeconfig, context)
  // a fetch of one's own, such as a service binding, may not care where it goes
  const server = options.server ?? (config?.server || (fetch && 'http://coxswain.invalid'))
  if (!server) throw new Error('connect needs a server, a kubeconfig or a fetch')
  if (config) assertHonoured(config, options)
  const identity = config?.impersonate ? impersonationHeaders(config.impersonate) : {}
  const headers = { ...singleOf(identity), ...options.headers }
  return {
    ...options,
    server,
    namespace: config?.namespace,
    token: options.token ?? (config && tokenOf(config)),
    headers,
    fetch: fetchFor(server, options, config, repeatedOf(identity)),
    // a socket would be opened as somebody else
    transport: Object.keys(headers).some(tellsWho) ? 'http' : options.transport,
  }
}

/** A token of one's own stands for other credentials; a fetch stands for them and for how to connect. */
function assertHonoured(
  { otherCredentials, otherTransport }: KubeconfigAccess,
  { fetch, token }: ConnectOptions,
): void {
  if (fetch) return
  if (otherTransport.length > 0)
    throw new Error(
      `the kubeconfig asks for ${otherTransport.join(', ')}, which fetch cannot do: give a fetch that can`,
    )
  if (token === undefined && otherCredentials.length > 0)
    throw new Error(`the kubeconfig authenticates by ${otherCredentials.join(', ')}: give a token or a fetch`)
}

function tokenOf({ token, tokenFile }: KubeconfigAccess): ConnectOptions['token'] {
  if (tokenFile === undefined) return token
  assertReadable('tokenFile', tokenFile)
  return tokenFromFile(() => readFileOfNode(tokenFile), token)
}

/** The one given, or the platform's (undefined), unless it cannot do what is asked for. */
function fetchFor(
  server: string,
  { fetch, certificateAuthority: given }: ConnectOptions,
  config: KubeconfigAccess | undefined,
  repeated: Record<string, string[]>,
): ConnectOptions['fetch'] {
  const names = Object.keys(repeated)
  if (fetch && names.length > 0)
    throw new Error(`fetch cannot send several values of ${names.join(', ')}: leave it out`)
  const { certificateAuthorityData: data, certificateAuthorityFile: file } = config ?? {}
  const hasAuthority = /^https:/i.test(server) && (given ?? data ?? file) !== undefined
  if (fetch || (!hasAuthority && names.length === 0)) return fetch
  const needed = [...(hasAuthority ? ['a certificate authority of its own'] : []), ...names]
  assertNode(needed.join(', '), 'give a fetch that does it')
  if (hasAuthority && given === undefined && data === undefined) assertReadable('certificate-authority', file as string)
  const authority = () => given ?? (data === undefined ? readFileOfNode(file as string) : atob(data))
  return fetchOfNode(async () => ({
    certificateAuthority: hasAuthority ? await authority() : undefined,
    headers: repeated,
  }))
}

function assertReadable(field: string, path: string): void {
  assertNode(`the file that ${field} names`, 'put what it holds into the kubeconfig')
  if (!/^([/\\]|[a-z]:[/\\])/i.test(path))
    throw new Error(`${field} of the kubeconfig is relative to a file that is not known here: make it absolute`)
}

function assertNode(what: string, advice: string): void {
  if (!hasNodeModules()) throw new Error(`the connection needs ${what}, which takes Node 20.16 or later: ${advice}`)
}

const { authorization, impersonateExtra, impersonateGroup, impersonateUid, impersonateUser } = Header
const IDENTITY = [authorization, impersonateExtra, impersonateGroup, impersonateUid, impersonateUser]
const tellsWho = (header: string) => IDENTITY.some((name) => header.toLowerCase().startsWith(name.toLowerCase()))

const singleOf = (headers: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, [one = '', ...more]]) => (more.length ? [] : [[name, one]])),
  )
const repeatedOf = (headers: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(headers).filter(([, values]) => values.length > 1))

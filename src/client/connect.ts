import { Connection } from './connection.ts'
import { readKubeconfig } from './kubeconfig.ts'
import type { BuiltInKinds } from './kinds.ts'
import type { CallOptions, ConnectOptions } from './options.ts'
import type { KubernetesObject } from '../wire/object.ts'
import { Resource } from './resource.ts'
import type { ApiObject } from './types.ts'

export interface ResourceOptions {
  /** Left out for resources of the cluster, and for all namespaces. */
  namespace?: string | undefined
  /** Put into what is written without one; only `apply` needs it. */
  kind?: string | undefined
}

/** One server, and who asks. Holds nothing open by itself: only watches and informers do, until they are ended. */
export interface Client {
  /** URL of the server. */
  readonly server: string
  /** The namespace that the kubeconfig names; nothing uses it unasked. */
  readonly namespace: string | undefined
  /** A built-in kind: its type follows from its name. */
  resource<V extends keyof BuiltInKinds, P extends keyof BuiltInKinds[V] & string>(
    apiVersion: V,
    plural: P,
    options?: ResourceOptions,
  ): Resource<BuiltInKinds[V][P] & ApiObject>
  /** A kind of your own: `client.resource<CronTab>('stable.example.com/v1', 'crontabs', { namespace })`. */
  resource<T extends ApiObject = KubernetesObject>(
    apiVersion: string,
    plural: string,
    options?: ResourceOptions,
  ): Resource<T>
  /** Any other path, such as `/version`: sends JSON and answers with JSON. A GET is sent again where that may help. */
  request<R = unknown>(method: string, path: string, body?: unknown, options?: CallOptions): Promise<R>
}

/**
 * Makes a client. Sends nothing yet.
 *
 * ```ts
 * const client = connect({ server: 'https://127.0.0.1:6443', token })
 * const configMaps = client.resource('v1', 'configmaps', { namespace: 'default' })
 * ```
 *
 * The certificate of the server must be one that the platform's `fetch` trusts, whatever a kubeconfig says of it: on Node set
 * NODE_EXTRA_CA_CERTS or call `tls.setDefaultCACertificates`. A kubeconfig whose user has other credentials than a token
 * needs a `token` or a `fetch` of your own: an Error says so.
 */
export function connect(options: ConnectOptions): Client {
  const access = options.kubeconfig === undefined ? undefined : readKubeconfig(options.kubeconfig, options.context)
  const { token = access?.token, fetch } = options
  if (access?.otherCredentials.length && token === undefined && fetch === undefined)
    throw new Error(`the kubeconfig authenticates by ${access.otherCredentials.join(', ')}: give a token or a fetch`)
  // a fetch of one's own, such as a service binding, may not care where it goes
  const server = options.server ?? access?.server ?? (fetch && 'http://coxswain.invalid')
  if (server === undefined) throw new Error('connect needs a server, a kubeconfig or a fetch')
  const connection = new Connection({ ...options, server, token })
  return {
    server: connection.server,
    namespace: access?.namespace,
    resource: <T extends ApiObject>(apiVersion: string, plural: string, more: ResourceOptions = {}) =>
      new Resource<T>(connection, { apiVersion, plural, ...more }),
    request: (method, path, body, { signal } = {}) => connection.send({ method, path, body, signal }),
  }
}

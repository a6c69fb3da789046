import { accessOf } from './access.ts'
import { Connection } from './connection.ts'
import type { BuiltInKinds } from './generated/kinds.ts'
import type { CallOptions, ConnectOptions } from './options.ts'
import type { KubernetesObject } from '../wire/object.ts'
import { Resource } from './resource.ts'
import { assertWholePath } from './segments.ts'
import type { ApiObject } from './types.ts'

export interface ResourceOptions {
  /** Left out for resources of the cluster, and for all namespaces; an empty one is refused. */
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
 * A kubeconfig is honoured or refused: an Error names what it asks for and the client cannot do, such as `exec`. What only Node can
 * (an authority of its own, `tokenFile`, several `as-groups`) is refused elsewhere. Everything else is as the platform's `fetch` has it.
 */
export function connect(options: ConnectOptions): Client {
  const access = accessOf(options)
  const connection = new Connection(access)
  return {
    server: connection.server,
    namespace: access.namespace,
    resource: <T extends ApiObject>(apiVersion: string, plural: string, more: ResourceOptions = {}) =>
      new Resource<T>(connection, { apiVersion, plural, ...more }),
    request: async (method, path, body, { signal } = {}) => {
      assertWholePath(path)
      return connection.send({ method, path, body, signal })
    },
  }
}

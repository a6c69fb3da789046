import type { Answer } from './answer-reader.ts'
import type { Endpoint, Request } from './connection.ts'

/** The columns of the report. */
export type Column = 'bare' | 'grouped' | 'coxswain' | 'peer'

/** One document to write: its mark tells watchers which write they see. */
export interface Document {
  name: string
  mark: string
  payloadBytes: number
}

/** How a server is asked for the same things. */
export interface Dialect {
  /** The path of the collection that all of it is about. */
  collection: string
  create(document: Document): Request
  /** Writes only if `version` still stands. */
  replace(document: Document, version: string): Request
  read(name: string): Request
  list(): Request
  /** The path of an event stream that begins after `version`. */
  watchPath(version: string): string
  /** The version that a write or a read was answered with. */
  versionOf(answer: Answer): string
}

/** How a client of the API comes to a server. */
export interface Access {
  server: string
  token: string
}

/** A server under measurement. */
export interface Target {
  column: Column
  endpoint: Endpoint
  dialect: Dialect
  /** The same server, another Durable Object (another namespace). */
  elsewhere: Dialect
  /** Of Coxswain alone. */
  access?: Access
}

const VERSION_KEY = '"resourceVersion":'

/** ConfigMaps of one namespace: Coxswain and every other Kubernetes API server. */
export function kubernetesDialect(namespace: string): Dialect {
  const path = `/api/v1/namespaces/${namespace}/configmaps`
  return {
    collection: path,
    create: (document) => ({ method: 'POST', path, body: configMap(document) }),
    replace: (document, version) => ({
      method: 'PUT',
      path: `${path}/${document.name}`,
      body: configMap(document, version),
    }),
    read: (name) => ({ method: 'GET', path: `${path}/${name}` }),
    list: () => ({ method: 'GET', path }),
    watchPath: (version) => `${path}?watch=1&resourceVersion=${version}`,
    versionOf: ({ body }) => {
      const start = body.indexOf('"', body.indexOf(VERSION_KEY) + VERSION_KEY.length) + 1
      return body.toString('latin1', start, body.indexOf('"', start))
    },
  }
}

/** The bare object stores the very same text, and takes and gives the version beside it. */
export function bareDialect(mode: 'each' | 'grouped' | 'elsewhere'): Dialect {
  const collection = `/${mode}/objects`
  const put = (document: Document, version: string) => ({
    method: 'PUT',
    path: `${collection}/${document.name}?version=${version}`,
    body: configMap(document, version),
  })
  return {
    collection,
    create: (document) => put(document, '0'),
    replace: put,
    read: (name) => ({ method: 'GET', path: `${collection}/${name}` }),
    list: () => ({ method: 'GET', path: collection }),
    watchPath: () => `/${mode}/watch`,
    versionOf: ({ head }) => /\r\netag: "(\d+)"/i.exec(head)?.[1] ?? '',
  }
}

const payloads = new Map<number, string>()

function payload(bytes: number): string {
  const known = payloads.get(bytes) ?? 'x'.repeat(bytes)
  payloads.set(bytes, known)
  return known
}

function configMap({ name, mark, payloadBytes }: Document, version?: string): string {
  const metadata = `{"name":"${name}"${version === undefined ? '' : `,"resourceVersion":"${version}"`}}`
  const data = `{"mark":"${mark}","payload":"${payload(payloadBytes)}"}`
  return `{"apiVersion":"v1","kind":"ConfigMap","metadata":${metadata},"data":${data}}`
}

import { MediaType, Query } from '../wire/names.ts'
import type { Status } from '../wire/status.ts'
import type { Connection } from './connection.ts'
import { assertMeant, deleteBody } from './deletion.ts'
import { Informer, type InformerOptions } from './informer/informer.ts'
import { ListRequest } from './list.ts'
import type * as options from './options.ts'
import { basedOn, statesVersion } from './patch-base.ts'
import { collectionPath, objectPath, withQuery, writeQuery, type QueryValues, type ResourcePath } from './paths.ts'
import type * as types from './types.ts'
import { updateWithRetry, type Change } from './update-with-retry.ts'
import { Watch, type WatchOptions } from './watch/watch.ts'

type ApiObject = types.ApiObject
type Stored<T extends ApiObject> = types.Stored<T>

/**
 * The objects of one kind in one place. Every call rejects with an `ApiError` when the server refuses, with a
 * `ConnectionError` when there is no answer, and with the reason of `options.signal` when that is aborted.
 *
 * Four ways to change an object that others change too:
 *
 * ```ts
 * // 1. what is new depends on what is there: read, change and write until nobody was faster
 * await configMaps.updateWithRetry('counter', (it) => ({ ...it, data: { n: String(Number(it.data?.n) + 1) } }))
 * // 2. one field, whatever else is there
 * await configMaps.mergePatch('settings', { data: { theme: 'dark' } }, { unconditional: true })
 * // 3. one field, if nobody has changed the object since it was read
 * const { resourceVersion } = (await configMaps.get('settings')).metadata
 * await configMaps.mergePatch('settings', { data: { theme: 'dark' } }, { resourceVersion })
 * // 4. the fields that are yours, shared with managers that own others
 * await configMaps.apply({ kind: 'ConfigMap', metadata: { name: 'settings' }, data: { theme: 'dark' } }, { force: true })
 * ```
 */
export class Resource<T extends ApiObject> {
  readonly #connection: Connection
  readonly #path: ResourcePath
  readonly #collection: string

  constructor(connection: Connection, path: ResourcePath) {
    // what cannot be a path is refused here, and not by the first call
    this.#collection = collectionPath(path)
    this.#connection = connection
    this.#path = path
  }

  /** NotFoundError where there is none. */
  async get(name: string, options: options.GetOptions = {}): Promise<Stored<T>> {
    return this.#send('GET', this.#objectPath(name, options), options, {
      [Query.resourceVersion]: options.resourceVersion,
    })
  }

  /** Nothing is sent until it is read: `for await (const page of list)`, `list.items()`, `await list.all()`. */
  list(options: options.ListOptions = {}): ListRequest<T> {
    return new ListRequest<T>(this.#connection, this.#path, options)
  }

  /**
   * AlreadyExistsError where the name is taken. Without a name the server makes one from `metadata.generateName`. With a
   * subresource: what is made there, such as an eviction, of the object that `metadata.name` names.
   */
  async create(object: T, options: options.WriteOptions = {}): Promise<Stored<T>> {
    const isPart = options.subresource !== undefined
    const path = isPart ? this.#objectPath(nameOf(object, 'a create of a subresource'), options) : this.#collection
    return this.#send('POST', path, options, this.#writeQuery(options), this.#withVersionOfApi(object))
  }

  /**
   * Writes the whole object in place of the version that it was read at: `metadata.resourceVersion`, unchanged.
   * ConflictError where the object has changed since; then it must be read again, as `updateWithRetry` does.
   */
  async update(object: T, options: options.UpdateOptions = {}): Promise<Stored<T>> {
    const name = nameOf(object, 'an update')
    const { resourceVersion } = object.metadata
    if (!resourceVersion && !options.unconditional)
      throw new TypeError('an update needs the metadata.resourceVersion that was read, or `unconditional: true`')
    const sent = options.unconditional
      ? { ...object, metadata: { ...object.metadata, resourceVersion: undefined } }
      : object
    return this.#send(
      'PUT',
      this.#objectPath(name, options),
      options,
      this.#writeQuery(options),
      this.#withVersionOfApi(sent),
    )
  }

  /**
   * Reads the object, gives it to `change`, and writes what that answers with, under the version just read. On a conflict
   * it waits a little, reads again and calls `change` with the fresh object; an old one is never sent again. `change` may run
   * several times: it should do nothing else. Answering with nothing says that nothing is to be done.
   *
   * Rejects with the last ConflictError after `tries` writes or `withinMs`, and with any other error at once.
   */
  updateWithRetry(name: string, change: Change<T>, options: options.RetryOptions = {}): Promise<Stored<T>> {
    const read = () => this.get(name, options)
    const write = (object: T) => this.update(object, options)
    return updateWithRetry({ read, write }, change, this.#connection.environment, options)
  }

  /** Changes the members that the patch names and takes away those that it has as null; lists are replaced whole. */
  async mergePatch(
    name: string,
    patch: types.MergePatch<T>,
    options: options.WriteOptions & types.PatchBase,
  ): Promise<Stored<T>> {
    return this.#patch(name, MediaType.mergePatch, basedOn(patch, options), options)
  }

  /** As a merge patch, but lists that the kind gives a merge key are merged by it. Built-in kinds have it alone. */
  async strategicMergePatch(
    name: string,
    patch: types.StrategicMergePatch<T>,
    options: options.WriteOptions & types.PatchBase,
  ): Promise<Stored<T>> {
    return this.#patch(name, MediaType.strategicMergePatch, basedOn(patch, options), options)
  }

  /**
   * All of the operations or none. InvalidError where one cannot be carried out or a `test` fails, ConflictError where the
   * version is not the one given.
   */
  async jsonPatch(
    name: string,
    operations: types.JsonPatchOperation[],
    options: options.WriteOptions & types.PatchBase,
  ): Promise<Stored<T>> {
    if (!Array.isArray(operations)) throw new TypeError('a JSON Patch is a list of operations')
    const states = statesVersion(options)
    const base = { op: 'replace', path: '/metadata/resourceVersion', value: options.resourceVersion }
    const body = states ? [base, ...operations] : operations
    return this.#patch(name, MediaType.jsonPatch, body, options)
  }

  /**
   * Server-side apply: sets these fields, owns them from then on, and takes away those that it owned and leaves out. Makes the
   * object where there is none. The kind must be named, in the object or in `client.resource`. ConflictError with a cause for
   * each field that another manager owns with another value, unless `force` is given.
   */
  async apply(object: types.AppliedObject<T>, options: options.ApplyOptions = {}): Promise<Stored<T>> {
    const path = this.#objectPath(nameOf(object, 'an apply'), options)
    const query = { ...this.#writeQuery(options), [Query.force]: options.force || undefined }
    const body = this.#withVersionOfApi(object)
    if (!body.kind)
      throw new TypeError("an apply needs the kind: `kind` in the object, or client.resource(…, { kind: 'ConfigMap' })")
    return this.#send('PATCH', path, options, query, body, MediaType.applyPatch)
  }

  /** Answers with a Status where the object is gone, and with the object where finalizers still hold it. */
  async delete(name: string, options: options.DeleteOptions = {}): Promise<Stored<T> | Status> {
    const path = this.#objectPath(name, options)
    return this.#send<Stored<T> | Status>('DELETE', path, options, {}, deleteBody(options))
  }

  /**
   * Deletes what the selectors match, and everything where none is given. A selector that is given and empty is refused, as is an
   * option of another name: what was meant is less than everything.
   */
  async deleteCollection(options: options.DeleteCollectionOptions = {}): Promise<void> {
    assertMeant(options)
    const { labelSelector, fieldSelector } = options
    const query = { [Query.labelSelector]: labelSelector, [Query.fieldSelector]: fieldSelector }
    await this.#send<unknown>('DELETE', this.#collection, options, query, deleteBody(options))
  }

  /** See `Watch`. */
  watch(options: WatchOptions<T> = {}): Watch<T> {
    return new Watch<T>(this.#connection, this.#path, options)
  }

  /** See `Informer`. It begins at once and goes on until it is stopped. */
  informer(options: InformerOptions<T> = {}): Informer<T> {
    return new Informer<T>(this.#connection, this.#path, options)
  }

  #patch(name: string, contentType: string, body: unknown, options: options.WriteOptions): Promise<Stored<T>> {
    return this.#send('PATCH', this.#objectPath(name, options), options, this.#writeQuery(options), body, contentType)
  }

  #objectPath(name: unknown, { subresource }: options.CallOptions): string {
    return objectPath(this.#path, name, subresource)
  }

  #send<R = Stored<T>>(
    method: string,
    path: string,
    { signal }: options.CallOptions,
    query: QueryValues,
    body?: unknown,
    contentType?: string,
  ): Promise<R> {
    return this.#connection.send<R>({ method, path: withQuery(path, query), body, contentType, signal })
  }

  #writeQuery(options: options.WriteOptions): QueryValues {
    const { fieldManager = this.#connection.options.fieldManager ?? 'coxswain-client' } = options
    return writeQuery({ ...options, fieldManager })
  }

  #withVersionOfApi(object: object): { apiVersion: string; kind?: string | undefined } {
    const { apiVersion, kind } = this.#path
    return { apiVersion, kind, ...object }
  }
}

/** Throws TypeError where there is none. */
function nameOf(object: { metadata?: { name?: string | undefined } }, what: string): string {
  const name = object?.metadata?.name
  if (!name) throw new TypeError(`${what} needs metadata.name`)
  return name
}

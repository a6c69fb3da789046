import { Query } from '../wire/names.ts'
import type { ListMeta } from '../wire/object.ts'
import type { Connection } from './connection.ts'
import { isExpired } from './errors.ts'
import type { ListOptions } from './options.ts'
import { collectionPath, withQuery, type ResourcePath } from './paths.ts'
import type { ApiObject, ListPage, Stored } from './types.ts'

/** Items of a page, where nothing else is asked for. */
export const PAGE_ITEMS = 500

interface ListBody<T extends ApiObject> {
  apiVersion?: string
  kind?: string
  metadata: ListMeta
  items: T[]
}

/** One request. `limit: 0` asks for all in one page. */
export async function listPage<T extends ApiObject>(
  connection: Connection,
  resource: ResourcePath,
  options: ListOptions,
  tries?: number,
): Promise<ListPage<T>> {
  const { continue: token } = options
  const path = withQuery(collectionPath(resource), {
    [Query.labelSelector]: options.labelSelector,
    [Query.fieldSelector]: options.fieldSelector,
    [Query.limit]: (options.limit ?? PAGE_ITEMS) || undefined,
    [Query.continue]: token,
    // a token names its own version
    [Query.resourceVersion]: token ? undefined : options.resourceVersion,
    [Query.resourceVersionMatch]: token ? undefined : options.resourceVersionMatch,
  })
  const body = await connection.send<ListBody<T>>({ method: 'GET', path, signal: options.signal, tries })
  const { metadata } = body
  return {
    items: body.items.map((item) => withKind(item, body)),
    resourceVersion: metadata.resourceVersion ?? '',
    continue: metadata.continue || undefined,
    remainingItemCount: metadata.remainingItemCount,
    metadata,
  }
}

/** The items of a list of Kubernetes leave out their kind: the list has it. */
function withKind<T extends ApiObject>(item: T, { apiVersion, kind }: ListBody<T>): Stored<T> {
  return { apiVersion, kind: kind?.replace(/List$/, ''), ...item } as Stored<T>
}

/** Pages of one snapshot, one after the other. Throws ExpiredError when the snapshot is not kept any longer. */
export async function* listPages<T extends ApiObject>(
  connection: Connection,
  resource: ResourcePath,
  options: ListOptions,
  tries?: number,
): AsyncGenerator<ListPage<T>, void, undefined> {
  let token = options.continue
  do {
    const page = await listPage<T>(connection, resource, { ...options, continue: token }, tries)
    token = page.continue
    yield page
  } while (token !== undefined)
}

/** The whole list as one. Throws ExpiredError when pages outlive their snapshot. */
export async function collectPages<T extends ApiObject>(pages: AsyncIterable<ListPage<T>>): Promise<ListPage<T>> {
  const items: Stored<T>[][] = []
  let last: ListPage<T> | undefined
  for await (last of pages) items.push(last.items)
  const resourceVersion = last?.resourceVersion ?? ''
  return { items: items.flat(), resourceVersion, metadata: { resourceVersion } }
}

/** A list that is asked for when it is read: page by page, item by item, or as a whole. */
export class ListRequest<T extends ApiObject> implements AsyncIterable<ListPage<T>> {
  readonly #connection: Connection
  readonly #resource: ResourcePath
  readonly #options: ListOptions

  constructor(connection: Connection, resource: ResourcePath, options: ListOptions) {
    this.#connection = connection
    this.#resource = resource
    this.#options = options
  }

  /**
   * Pages of one snapshot. When reading takes so long that the server drops the snapshot, the iterator throws ExpiredError:
   * what it gave before cannot be gone on with.
   */
  [Symbol.asyncIterator](): AsyncGenerator<ListPage<T>, void, undefined> {
    return listPages<T>(this.#connection, this.#resource, this.#options)
  }

  /** The items of all pages. Ends as the pages do. */
  async *items(): AsyncGenerator<Stored<T>, void, undefined> {
    for await (const { items } of this) yield* items
  }

  /**
   * Everything at one version, which is where a watch can begin. Reads page by page, and once more in one piece when the
   * snapshot of the pages was dropped meanwhile.
   */
  async all(): Promise<ListPage<T>> {
    try {
      return await collectPages(this)
    } catch (error) {
      if (!isExpired(error) || this.#options.resourceVersionMatch === 'Exact') throw error
      const options = { ...this.#options, limit: 0, continue: undefined, resourceVersion: undefined }
      return collectPages(
        listPages<T>(this.#connection, this.#resource, { ...options, resourceVersionMatch: undefined }),
      )
    }
  }
}

import type { NodeFetchOptions } from './node/index.ts'
import type { FetchFunction } from './options.ts'

/** Whether Node's own modules are there: they are under Node, Deno and Bun. What Workers have of them cannot do what is needed. */
export function hasNodeModules(): boolean {
  const { process, navigator } = globalThis as { process?: { getBuiltinModule?: unknown }; navigator?: Navigator }
  return process?.getBuiltinModule !== undefined && navigator?.userAgent !== 'Cloudflare-Workers'
}

/** A `fetch` on Node's own modules, which are loaded with the first request. `read` gives what it is told. */
export function fetchOfNode(read: () => NodeFetchOptions | Promise<NodeFetchOptions>): FetchFunction {
  let loaded: Promise<FetchFunction> | undefined
  return async (url, init) => {
    loaded ??= Promise.all([import('./node/index.ts'), read()]).then(([{ nodeFetch }, options]) => nodeFetch(options))
    // what could not be read now may be there at the next request
    loaded.catch(() => (loaded = undefined))
    return (await loaded)(url, init)
  }
}

export const readFileOfNode = async (path: string): Promise<string> => (await import('./node/index.ts')).readText(path)

/**
 * What Node alone can. `platform.ts` imports it when it is first needed, and package.json keeps it out of what is bundled for
 * pages and Workers (`browser`).
 */
export { nodeFetch, type NodeFetchOptions } from './fetch.ts'
export { readText } from './files.ts'

import { isJsonObject, parseJson } from '../core/json/json.ts'
import { sentMetadata } from '../core/metadata/sent-metadata.ts'

const VERSION_PATH = '/metadata/resourceVersion'

/** True for the text of an object, a patch or an apply configuration that says which version it is based on. */
export function statesVersion(body: string): boolean {
  const value = parseJson(body)
  if (Array.isArray(value)) return value.some((operation) => isJsonObject(operation) && operation.path === VERSION_PATH)
  const version = sentMetadata(value)?.resourceVersion
  return Boolean(version) && version !== '0'
}

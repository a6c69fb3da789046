import type { Json } from '../../wire/object.ts'
import { isJsonObject } from '../json/json.ts'

/** `metadata` of a body as it was sent, before it is decoded; undefined where there is none, or none that is an object. */
export function sentMetadata(body: Json): Record<string, Json> | undefined {
  const metadata = isJsonObject(body) ? body.metadata : undefined
  return isJsonObject(metadata) ? metadata : undefined
}

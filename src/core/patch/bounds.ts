import type { Json } from '../../wire/object.ts'
import { shorten as shortenTo } from '../errors/quote.ts'
import { isJsonObject } from '../json/json.ts'

/** How deep a patch, and what it makes, may be nested: as deep as objects may be. */
export const MAX_PATCH_DEPTH = 256
/** As many operations as kube-apiserver takes. */
export const MAX_OPERATIONS = 10_000
/** All `copy` operations of a patch together may copy this much JSON text. */
export const MAX_COPIED_CHARACTERS = 3 * 1024 * 1024
/** All insertions into lists and removals from them together may move this many items aside (about 0.1 s). */
export const MAX_MOVED_ITEMS = 200_000_000

const MAX_SHOWN = 256

/** Whether a value is nested deeper than `levels`; a scalar is 0 deep, `{}` is 1. Looks no deeper than that itself. */
export function isDeeperThan(value: Json | undefined, levels: number): boolean {
  const isList = Array.isArray(value)
  if (!isList && !isJsonObject(value)) return false
  if (levels === 0) return true
  return isList
    ? value.some((item) => isDeeperThan(item, levels - 1))
    : Object.values(value).some((member) => isDeeperThan(member, levels - 1))
}

/** A text of the patch as a header shows it. */
export const shorten = (text: string) => shortenTo(text, MAX_SHOWN)

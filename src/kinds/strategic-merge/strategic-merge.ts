import { isJsonObject } from '../../core/json/json.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import type { Json, JsonObject } from '../../wire/object.ts'
import { typeNameOf } from '../schema.ts'
import { type FieldEdit, join, patchDirective, readParts, refusal, unknownDirective } from './directives.ts'
import { MergeBudget } from './merge-budget.ts'
import { mergeList } from './merge-list.ts'
import { fieldOf, itemSchema, type PatchField, type PatchSchema } from './patch-schema.ts'
import { newValue, withoutReplace } from './plain-value.ts'

/**
 * The document after a strategic merge patch, for every kind in the table of kinds: a merge patch in which lists may be
 * merged too, by the merge key of their field, and which takes directives (`$patch`, `$retainKeys`,
 * `$deleteFromPrimitiveList/<field>`, `$setElementOrder/<field>`). Neither argument is changed. The patch is one that
 * `parseMergePatch` let pass. What it gives is not checked against the kind: a value of another type is for the decoder
 * to refuse. Throws 400 for a directive that cannot be followed, naming field and reason, and 413 for a patch that costs
 * too much.
 */
export function applyStrategicMergePatch(
  definition: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>,
  document: Json,
  patch: JsonObject,
): JsonObject {
  const live = isJsonObject(document) ? document : {}
  return new Merge().objects({ form: 'message', type: typeNameOf(definition) }, live, patch, '')
}

class Merge {
  readonly #budget = new MergeBudget()

  objects(schema: PatchSchema, live: JsonObject, patch: JsonObject, at: string): JsonObject {
    const directive = patchDirective(patch)
    if (directive !== undefined) return followDirective(directive, patch, at)
    const { retainKeys, edits } = readParts(patch, at)
    const entries = Object.entries(live)
    this.#budget.spend(entries.length)
    const members = new Map(retainKeys ? entries.filter(([key]) => retainKeys.has(key)) : entries)
    for (const [key, edit] of edits) {
      const result = this.#edited(fieldOf(schema, key), members.get(key) ?? undefined, edit, join(at, key))
      if (result === undefined) members.delete(key)
      else members.set(key, result)
    }
    return Object.fromEntries(members)
  }

  /** The value of a field after an edit; undefined where it is then absent. */
  #edited(field: PatchField, live: Json | undefined, edit: FieldEdit, at: string): Json | undefined {
    const { value } = edit
    if (value === null && !edit.order) return undefined
    if (Array.isArray(value) || edit.order || (value === undefined && Array.isArray(live)))
      return this.#list(field, live, edit, at)
    if (value === undefined) return live
    if (!isJsonObject(live) || !isJsonObject(value)) return newValue(value)
    if (!field.replaces) return this.objects(field.schema, live, value, at)
    const directive = patchDirective(value)
    return followDirective(directive === undefined ? 'replace' : directive, value, at)
  }

  #list(field: PatchField, live: Json | undefined, edit: FieldEdit, at: string): Json | undefined {
    if (edit.order && live !== undefined && !Array.isArray(live))
      throw refusal(at, '$setElementOrder of a field that is no list')
    this.#budget.spend(Array.isArray(live) ? live.length : 0)
    const items = itemSchema(field.schema)
    return mergeList(field, Array.isArray(live) ? live : undefined, edit, at, (old, change, itemAt) =>
      this.objects(items, old, change, itemAt),
    )
  }
}

function followDirective(directive: Json, patch: JsonObject, at: string): JsonObject {
  if (directive === 'replace') return withoutReplace(patch)
  if (directive === 'delete') return {}
  throw unknownDirective(directive, at)
}

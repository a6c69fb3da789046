import { quote } from '../errors/quote.ts'
import type { ObjectMeta, OwnerReference } from '../../wire/object.ts'
import { type FieldError, forbidden, invalid, required, tooLong } from '../errors/field-error.ts'
import { byteLength, isRawNumber } from '../json/json.ts'
import { type TextCheck, checkGenerateName, checkName, labelValue, qualifiedName } from './names.ts'
import type { ResourceDefinition } from '../resource-definition.ts'

const MAX_ANNOTATIONS_BYTES = 262_144
/** Each error repeats its rule, so that a body full of bad keys would make an answer a hundred times its size. */
const MAX_ERRORS = 100
const ORPHAN = 'orphan'
const FOREGROUND = 'foregroundDeletion'
const STANDARD_FINALIZERS = ['kubernetes', ORPHAN, FOREGROUND]

type NamedBy = Pick<ResourceDefinition, 'nameRule'>

/** The rules about the metadata of an object alone; a generated name is already in place. Order as clients know it. */
export function validateMetadata(definition: NamedBy, meta: ObjectMeta): FieldError[] {
  return [
    ...validateName(definition, meta),
    ...validateGeneration(meta.generation),
    ...validateLabels(meta.labels ?? {}),
    ...validateAnnotations(meta.annotations ?? {}),
    ...validateOwnerReferences(meta.ownerReferences ?? []),
    ...validateFinalizers(meta.finalizers ?? []),
  ]
}

/**
 * The rules of `validateMetadata` for `next`, and those about the change. What the server takes from `current` by
 * itself (name, creation time, …) is already in `next`; an empty uid there means "the same".
 */
export function validateMetadataUpdate(definition: NamedBy, next: ObjectMeta, current: ObjectMeta): FieldError[] {
  const live = !current.deletionTimestamp
  return [
    ...validateMetadata(definition, next),
    ...(live ? [] : validateNoNewFinalizers(next.finalizers ?? [], current.finalizers ?? [])),
    ...(next.uid ? unchanged('uid', next, current) : []),
    ...(live ? unchanged('deletionTimestamp', next, current) : []),
    ...(live ? unchanged('deletionGracePeriodSeconds', next, current) : []),
  ]
}

const each = (field: string, text: string, check: TextCheck, shown = text) =>
  check(text).map((message) => invalid(field, shown, message))

/** The errors of all items, in order, as far as they are shown. */
function errorsOf<T>(items: readonly T[], check: (item: T, index: number) => FieldError[]): FieldError[] {
  const errors: FieldError[] = []
  for (const [i, item] of items.entries()) {
    errors.push(...check(item, i))
    if (errors.length >= MAX_ERRORS) break
  }
  return errors
}

function validateName({ nameRule }: NamedBy, { generateName, name }: ObjectMeta): FieldError[] {
  const ofPrefix = generateName
    ? each('metadata.generateName', generateName, (text) => checkGenerateName(nameRule, text))
    : []
  const ofName = name
    ? each('metadata.name', name, (text) => checkName(nameRule, text))
    : [required('metadata.name', 'name or generateName is required')]
  return [...ofPrefix, ...ofName]
}

const isNegative = (value: unknown) => (isRawNumber(value) ? value.rawJSON.startsWith('-') : (value as number) < 0)

const validateGeneration = (generation = 0) =>
  isNegative(generation) ? [invalid('metadata.generation', generation, 'must be greater than or equal to 0')] : []

const validateLabels = (labels: Record<string, string>): FieldError[] =>
  errorsOf(Object.entries(labels), ([key, value]) => [
    ...each('metadata.labels', key, qualifiedName),
    ...each('metadata.labels', value, labelValue),
  ])

/** Upper case is fine in the prefix of an annotation's key, so the key is looked at in lower case. */
function validateAnnotations(annotations: Record<string, string>): FieldError[] {
  const field = 'metadata.annotations'
  const entries = Object.entries(annotations)
  return [
    ...errorsOf(entries, ([key]) => each(field, key.toLowerCase(), qualifiedName, key)),
    ...(exceedsBytes(entries.flat(), MAX_ANNOTATIONS_BYTES) ? [tooLong(field, MAX_ANNOTATIONS_BYTES)] : []),
  ]
}

/** A UTF-16 unit takes at most three bytes, so most maps need no look at their bytes. */
function exceedsBytes(texts: readonly string[], max: number): boolean {
  const units = texts.reduce((sum, text) => sum + text.length, 0)
  return units * 3 > max && texts.reduce((sum, text) => sum + byteLength(text), 0) > max
}

function validateOwnerReferences(owners: readonly OwnerReference[]): FieldError[] {
  const [first, ...others] = owners.filter((owner) => owner.controller === true)
  const named = (owner: OwnerReference) => `${owner.kind}/${owner.name}`
  return [
    ...errorsOf(owners, (owner, i) => validateOwnerReference(owner, `metadata.ownerReferences[${i}]`)),
    // One error is enough: each shows the whole list.
    ...(first && others[0] ? [twoControllers(owners, named(first), named(others[0]))] : []),
  ]
}

const twoControllers = (owners: readonly OwnerReference[], first: string, second: string) =>
  invalid(
    'metadata.ownerReferences',
    owners,
    `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`,
  )

function validateOwnerReference(owner: OwnerReference, field: string): FieldError[] {
  const missing = (['apiVersion', 'kind', 'name', 'uid'] as const).filter((part) => !owner[part])
  const malformed = owner.apiVersion && !/^([^/]+\/)?[^/]+$/.test(owner.apiVersion)
  return [
    ...missing.map((part) => required(`${field}.${part}`, 'must not be empty')),
    ...(malformed ? [invalid(`${field}.apiVersion`, owner.apiVersion, 'must be <group>/<version> or <version>')] : []),
    ...(owner.apiVersion === 'v1' && owner.kind === 'Event'
      ? [invalid(field, owner, '/v1, Kind=Event is disallowed from being an owner')]
      : []),
  ]
}

const isQualified = (finalizer: string) => finalizer.includes('/') || STANDARD_FINALIZERS.includes(finalizer)

function validateFinalizers(finalizers: readonly string[]): FieldError[] {
  const field = 'metadata.finalizers'
  const both = finalizers.includes(ORPHAN) && finalizers.includes(FOREGROUND)
  const why = 'name is neither a standard finalizer name nor is it fully qualified'
  return [
    ...errorsOf(finalizers, (name) => each(field, name, qualifiedName)),
    ...(both ? [invalid(field, finalizers, `finalizer ${ORPHAN} and ${FOREGROUND} cannot be both set`)] : []),
    ...errorsOf(finalizers, (name, i) => (isQualified(name) ? [] : [invalid(`${field}[${i}]`, name, why)])),
  ]
}

function validateNoNewFinalizers(next: readonly string[], current: readonly string[]): FieldError[] {
  const known = new Set(current)
  const added = [...new Set(next.filter((name) => !known.has(name)))].sort()
  if (added.length === 0) return []
  const list = `[]string{${added.map((name) => quote(name)).join(', ')}}`
  const why = `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`
  return [forbidden('metadata.finalizers', why)]
}

function unchanged(
  field: 'uid' | 'deletionTimestamp' | 'deletionGracePeriodSeconds',
  next: ObjectMeta,
  current: ObjectMeta,
): FieldError[] {
  const value = next[field] ?? null
  return value === (current[field] ?? null) ? [] : [invalid(`metadata.${field}`, value, 'field is immutable')]
}

import { type Accept, parseAccept } from 'hono/utils/accept'
import { StatusError } from '../core/errors/status-error.ts'
import { META_VERSIONS, type MetaVersion } from '../core/view.ts'
import { META_GROUP, MediaType } from '../wire/names.ts'

/** How an answer is written. */
export interface ResponseForm {
  media: 'json' | 'yaml' | 'protobuf'
  /** asked for with `as=`: another shape of the same content */
  transform?: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList'
  /** of the transform; v1 where it is not told */
  metaVersion?: MetaVersion
}

const MEDIA: Record<string, ResponseForm['media']> = {
  '*/*': 'json',
  [MediaType.json]: 'json',
  [MediaType.yaml]: 'yaml',
  [MediaType.protobuf]: 'protobuf',
}
const TRANSFORMS: ReadonlySet<string> = new Set([
  'Table',
  'PartialObjectMetadata',
  'PartialObjectMetadataList',
] satisfies ResponseForm['transform'][])
const ACCEPTED = `${MediaType.json}, ${MediaType.yaml}, ${MediaType.protobuf}`
const ACCEPTED_STREAMS = `${MediaType.json};stream=watch, ${MediaType.protobuf};stream=watch`
const JSON_FORM: ResponseForm = { media: 'json' }

/**
 * Chooses how to answer. Clauses are tried in order of `q`, then position; protobuf is taken only where nothing else is
 * acceptable, as a stored text is JSON already (M4). Throws 406.
 */
export function negotiate(accept: string | null, { collection = false, transforms = true } = {}): ResponseForm {
  if (!accept?.trim()) return JSON_FORM
  const clauses = clausesOf(accept)
  const forms = clauses.map((clause) => formOf(clause, transforms)).filter((form) => form !== undefined)
  const chosen = forms.find((form) => form.media !== 'protobuf') ?? forms[0]
  if (chosen) return chosen
  throw clauses.some((clause) => Object.hasOwn(MEDIA, clause.type)) ? unknownTransform() : unknownMedia(collection)
}

/** The form that an error is written in: the one asked for without its transform, JSON if there is none. */
export function negotiateError(accept: string | null): ResponseForm {
  if (!accept?.trim()) return JSON_FORM
  const media = clausesOf(accept).flatMap(({ type }) => (Object.hasOwn(MEDIA, type) ? [MEDIA[type]!] : []))
  return { media: media.find((one) => one !== 'protobuf') ?? media[0] ?? 'json' }
}

function formOf({ type, params }: Accept, transforms: boolean): ResponseForm | undefined {
  const media = Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined
  if (!media) return undefined
  const { as, g, v = '' } = params
  if (as === undefined) return { media }
  const metaVersion = META_VERSIONS.find((version) => version === v)
  if (!transforms || !TRANSFORMS.has(as) || media === 'protobuf' || g !== META_GROUP || !metaVersion) return undefined
  const transform = as as NonNullable<ResponseForm['transform']>
  return metaVersion === 'v1' ? { media, transform } : { media, transform, metaVersion }
}

/** The clauses of an Accept header, as `hono` reads them: in order of `q`, then position. */
export const clausesOf = (accept: string): Accept[] =>
  parseAccept(accept).map((clause) => ({ ...clause, type: clause.type.toLowerCase() }))

export const unknownTransform = () =>
  new StatusError('NotAcceptable', `only the following media types are accepted: ${ACCEPTED}`)

const unknownMedia = (collection: boolean) =>
  new StatusError(
    'NotAcceptable',
    `406: Not Acceptable\n\nAvailable representations: ${ACCEPTED}${collection ? `, ${ACCEPTED_STREAMS}` : ''}`,
    {},
  )

/** 406 of a watch: streams are JSON. */
export const notStreamable = () =>
  new StatusError('NotAcceptable', `only the following media types are accepted: ${MediaType.json};stream=watch`)

/**
 * What a caller gives becomes part of a path only if it stays one part of it: an empty name would be the whole collection, and
 * `..` what is above it. The rule is Kubernetes' own for names in paths. Anything else is encoded.
 */
const UNFIT = /[/%\p{Cc}\p{Cs}]/u

/** Encodes one part of a path. Throws TypeError, which says what `what` is, where it cannot be one. */
export function segmentOf(what: string, text: unknown): string {
  if (typeof text !== 'string') throw new TypeError(`the ${what} must be a string`)
  if (text === '' || text === '.' || text === '..' || UNFIT.test(text))
    throw new TypeError(`the ${what} ${JSON.stringify(text)} cannot stand in a path: ${RULE}`)
  return encodeURIComponent(text)
}

const RULE = 'it must not be empty, "." or "..", nor hold "/", "%" or control characters'

/** `v1` or `group/version` as a path has it. */
export function apiPathOf(apiVersion: unknown): string {
  const parts = typeof apiVersion === 'string' ? apiVersion.split('/') : [apiVersion]
  if (parts.length > 2)
    throw new TypeError(`the apiVersion ${JSON.stringify(apiVersion)} is not "v1" or "group/version"`)
  return `/${parts.length === 2 ? 'apis' : 'api'}/${parts.map((part) => segmentOf('apiVersion', part)).join('/')}`
}

/** The name of a resource is in lower case everywhere; who writes another has named the kind. */
export function pluralOf(plural: unknown): string {
  const segment = segmentOf('plural name of the resource', plural)
  if (plural === (plural as string).toLowerCase()) return segment
  throw new TypeError(`"${plural as string}" is no resource: give its plural name, such as "configmaps" for ConfigMap`)
}

/** A path from the caller's hand, with its query. Throws TypeError where it would not be asked for as it is written. */
export function assertWholePath(path: unknown): void {
  const text = typeof path === 'string' ? path : ''
  const [first, ...parts] = (text.split('?', 1)[0] as string).split('/')
  const isWhole =
    first === '' && (text === '/' || (parts.length > 0 && parts.every((part) => !EMPTY_OR_DOTS.test(part))))
  if (!isWhole || /[\\#\s\p{Cc}]/u.test(text))
    throw new TypeError(
      `the path ${JSON.stringify(path)} must begin with "/" and have no empty, "." or ".." part, and no "#"`,
    )
}
const EMPTY_OR_DOTS = /^(\.|%2e){0,2}$/i

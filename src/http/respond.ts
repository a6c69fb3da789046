import type { StatusError } from '../core/errors/status-error.ts'
import { formatHeaderText, formatWarnings } from '../core/errors/status-warnings.ts'
import { encodeProtobufStatus } from '../kinds/protobuf/envelope.ts'
import { toYaml } from '../kinds/views/yaml.ts'
import { Header, MediaType, Query } from '../wire/names.ts'
import type { Status } from '../wire/status.ts'
import type { AppContext } from './context.ts'
import { JsonIndenter } from './json-indenter.ts'
import { negotiateError, type ResponseForm } from './negotiate.ts'

/** Larger answers are compressed for clients that accept it. */
export const GZIP_FROM_BYTES = 131_072
const READERS = /^(curl|Wget|Mozilla\/5\.0)/

/** Indented answers: on `pretty`, and for curl, Wget and browsers unless `pretty=false` (M9). */
export function wantsPretty(c: AppContext): boolean {
  const pretty = c.get('query').get(Query.pretty)
  if (pretty !== null) return pretty === 'true' || pretty === '1'
  return READERS.test(c.req.header(Header.userAgent) ?? '')
}

const GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/

/** Whether the client takes gzip. A proxy in front may have rewritten the header; the platform tells the original. */
export function acceptsGzip(c: AppContext): boolean {
  const { cf } = c.req.raw as { cf?: { clientAcceptEncoding?: string } }
  return GZIP.test(cf?.clientAcceptEncoding ?? c.req.header(Header.acceptEncoding) ?? '')
}

export const CONTENT_TYPES: Record<ResponseForm['media'], string> = {
  json: MediaType.json,
  yaml: MediaType.yaml,
  protobuf: MediaType.protobuf,
}

export interface Answer {
  status?: number
  warnings?: readonly string[]
  headers?: Record<string, string>
}

/** Sends JSON text, as JSON (indented where wanted) or as YAML. */
export function sendJson(c: AppContext, media: 'json' | 'yaml', json: string, answer: Answer = {}): Response {
  const text = media === 'yaml' ? toYaml(json) : wantsPretty(c) ? `${new JsonIndenter().push(json)}\n` : json
  return sendBody(c, CONTENT_TYPES[media], text, answer)
}

/** Sends a body of a known length; a large one compressed by the runtime where the client takes that. */
export function sendBody(c: AppContext, contentType: string, body: string | Uint8Array, answer: Answer = {}): Response {
  const headers = new Headers({ [Header.contentType]: contentType, ...answer.headers })
  for (const warning of formatWarnings(answer.warnings ?? [])) headers.append(Header.warning, warning)
  if (body.length > GZIP_FROM_BYTES && acceptsGzip(c)) compress(headers)
  return new Response(body as BodyInit, { status: answer.status ?? 200, headers })
}

/** The runtime encodes a body as its header says. */
export function compress(headers: Headers): void {
  headers.set(Header.contentEncoding, 'gzip')
  headers.append(Header.vary, Header.acceptEncoding)
}

/** Sends an error as the `Status` that it is, in the form that the client asked for where that is possible. */
export function sendStatus(c: AppContext, { status, problem }: StatusError): Response {
  const { media } = negotiateError(c.req.header(Header.accept) ?? null)
  return sendStatusAs(c, media, status, problem)
}

export function sendStatusAs(c: AppContext, media: ResponseForm['media'], status: Status, problem?: string): Response {
  const retryAfter = status.details?.retryAfterSeconds
  const answer: Answer = {
    status: status.code ?? 200,
    headers: {
      ...(retryAfter ? { [Header.retryAfter]: String(retryAfter) } : {}),
      ...(problem ? { [Header.problem]: formatHeaderText(problem) } : {}),
    },
  }
  if (media === 'protobuf') return sendBody(c, MediaType.protobuf, encodeProtobufStatus(status), answer)
  return sendJson(c, media, JSON.stringify(status), answer)
}

import { StatusError } from '../core/errors/status-error.ts'
import { SettingError } from '../core/server-settings.ts'
import { Header, MediaType } from '../wire/names.ts'

/** Which request met a fault: what the log says of it. */
export interface FaultyRequest {
  auditId: string
  method: string
  path: string
  user?: string | undefined
}

/** What to answer with. A fault of ours is logged with the request's id, and shown without its inside. */
export function toStatusError(error: unknown, request: FaultyRequest): StatusError {
  if (error instanceof StatusError) return error
  if (error instanceof SettingError)
    return new StatusError('InternalError', `Internal error occurred: ${error.message}`)
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  console.error(JSON.stringify({ ...request, error: text }))
  const message = `Internal error occurred: see the log of the server at request ${request.auditId}`
  return new StatusError('InternalError', message, { causes: [{ message: `request ${request.auditId}` }] })
}

/** The answer where even the making of an answer failed: it asks nothing of the request. */
export function answerFault(error: unknown, request: FaultyRequest): Response {
  const { status } = toStatusError(error, request)
  const headers = { [Header.contentType]: MediaType.json, [Header.auditId]: request.auditId }
  return new Response(JSON.stringify(status), { status: status.code ?? 500, headers })
}

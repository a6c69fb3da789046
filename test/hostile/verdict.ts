import type { HostileAnswer } from './exchange.ts'
import type { HostileRequest } from './requests.ts'

/** No refusal is longer (B23). */
const MAX_REFUSAL_BYTES = 65_536

/** What is wrong with an answer, undefined where nothing is. */
export function faultOf(request: HostileRequest, answer: HostileAnswer | undefined): string | undefined {
  if (!answer) return request.cutAt === undefined && !isLeftAlone(request) ? 'no answer' : undefined
  const { status, type, text, isOpenEnded } = answer
  if (status >= 500 && !isPromised(request, answer)) return `${status} ${text.slice(0, 300)}`
  if (/\n\s+at \S+ \(|worker\.js:\d/.test(text)) return `shows its inside: ${text.slice(0, 300)}`
  if (status < 400 || isOpenEnded || request.method === 'HEAD') return undefined
  if (Buffer.byteLength(text) > MAX_REFUSAL_BYTES) return `${status} in ${Buffer.byteLength(text)} bytes`
  if (!type.startsWith('application/json')) return undefined
  const body = parsed(text)
  return body?.kind === 'Status' && body.code === status
    ? undefined
    : `${status} without its Status: ${text.slice(0, 300)}`
}

/** A wait that is bounded and told: a version that is not there yet (G4), a time limit of the client's own (B22). */
const isPromised = (_request: HostileRequest, { status, text }: HostileAnswer) =>
  status === 504 && /Too large resource version|within the allotted timeout/.test(text)

/** A client that says Expect: x waits for what never comes; the runtime closes such connections. */
const isLeftAlone = ({ headers }: HostileRequest) => headers.Expect !== undefined || headers.Upgrade !== undefined

function parsed(text: string): { kind?: string; code?: number } | undefined {
  try {
    return JSON.parse(text) as { kind?: string; code?: number }
  } catch {
    return undefined
  }
}

/** A request as a failure shows it. */
export const described = ({ method, path, headers, body, cutAt }: HostileRequest): string =>
  JSON.stringify({
    method,
    path: path.slice(0, 300),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.slice(0, 100)])),
    body: body && `${body.length} bytes: ${body.subarray(0, 400).toString('latin1')}`,
    cutAt,
  })

import type { Outcome } from '../../src/core/errors/status-error.ts'
import { createEntry } from '../../src/http/entry.ts'
import { builtInRegistry } from '../../src/kinds/built-in.ts'
import type { Bindings } from '../../src/objects/scope-object.ts'
import type { Environment } from '../../src/core/environment.ts'
import '../support/worker-platform.ts'

export const ENVIRONMENT: Environment = {
  now: () => Date.UTC(2026, 10, 29, 16, 40),
  steadyClock: () => () => 0,
  uuid: () => '00000000-0000-4000-8000-000000000001',
  random: () => 0.5,
}

/** The one token of these tests; its user may do all. */
export const TOKEN = 'let-me-in'

/** One call that the Worker made to a scope object: a verb, or the name of another method. */
export interface ScopeCall {
  method: string
  parameters: unknown[]
}

/** Answers of a scope object, by the name of its method: an outcome, or what makes one of the call. */
export type Answers = Record<string, unknown>

const EXECUTION = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} } as unknown as ExecutionContext

const JSON_BODY = { 'Content-Type': 'application/json' }

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: BodyInit
  settings?: Record<string, string>
  /** for a body that is a stream */
  duplex?: 'half'
}

/** The HTTP side of the server in front of scope objects that answer what a test says. Notes what they were asked. */
export class FakeScopes {
  readonly calls: ScopeCall[] = []
  readonly #bindings: Record<string, unknown>

  constructor(answers: Answers = {}, settings: Record<string, string> = {}) {
    const stub = new Proxy(
      {},
      {
        get: (_target, method) => async (scope: string, caller?: unknown, call?: unknown) => {
          // every namespace exists
          if (method === 'absent') return undefined
          if (method !== 'write') return this.#answer(answers, callOf(String(method), scope, call))
          const [write] = call as [{ verb: string }]
          const outcome = (await this.#answer(answers, callOf(String(method), scope, write))) as Outcome<unknown>
          return outcome.ok ? done([outcome.value]) : outcome
        },
      },
    )
    const SCOPES = { idFromName: (name: string) => name, get: () => stub }
    this.#bindings = { SCOPES, TOKENS: `${TOKEN},admin,system:masters\nother,somebody,`, ...settings }
  }

  #answer(answers: Answers, call: ScopeCall): unknown {
    this.calls.push(call)
    const answer = answers[call.method]
    return typeof answer === 'function' ? (answer as (...p: unknown[]) => unknown)(...call.parameters) : answer
  }

  async ask(path: string, { method = 'GET', headers = {}, body, duplex }: Asked = {}): Promise<Response> {
    const url = path.startsWith('http') ? path : `https://server.example${path}`
    const request = new Request(url, {
      method,
      headers: { Authorization: `Bearer ${TOKEN}`, ...(body === undefined ? {} : JSON_BODY), ...headers },
      ...(body === undefined ? {} : { body }),
      ...(duplex ? { duplex } : {}),
    } as RequestInit)
    return this.#send(request)
  }

  /** As the runtime gives a request whose URL no `Request` of Node can have. */
  askFor(url: string, headers: Record<string, string>): Promise<Response> {
    return this.#send({ url, method: 'GET', headers: new Headers(headers), body: null } as Request)
  }

  #send(request: Request): Promise<Response> {
    return createEntry(ENVIRONMENT, builtInRegistry).fetch(request, this.#bindings as unknown as Bindings, EXECUTION)
  }
}

const callOf = (method: string, scope: string, call: unknown): ScopeCall => ({
  method: (call as { verb?: string } | undefined)?.verb ?? method,
  parameters: [scope, call],
})

export const done = (value: unknown) => ({ ok: true, value })

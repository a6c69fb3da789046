import type { Hono } from 'hono'
import { StatusError } from '../core/errors/status-error.ts'
import type { FailingTimers } from '../objects/scope-api.ts'
import { Header, MediaType, Query } from '../wire/names.ts'
import type { AppContext, AppEnv } from './context.ts'
import { notFoundText, text } from './plain-answers.ts'
import { sendJson } from './respond.ts'

const MINOR = '37'
const VERSION = {
  major: '1',
  minor: MINOR,
  emulationMajor: '1',
  emulationMinor: MINOR,
  minCompatibilityMajor: '1',
  minCompatibilityMinor: String(Number(MINOR) - 1),
  gitVersion: `v1.${MINOR}.2+coxswain`,
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '2026-11-29T00:00:00Z',
  goVersion: 'none',
  compiler: 'workerd',
  platform: 'workerd/any',
}

/** Each resolves when what it looks at works; with a text where it works, but less well than it should. */
const CHECKS: Record<string, (c: AppContext) => Promise<string | void>> = {
  ping: async () => {},
  /** the cluster scope can be reached, and has its tables */
  storage: async (c) => void (await c.get('scopes').ready()),
  /** what is stored can grow */
  space: (c) => c.get('scopes').assertRoom(),
  /** no timer fails again and again */
  timers: async (c) => describeFailing(await c.get('scopes').ready()),
}
const ENDPOINTS = { healthz: ['ping'], livez: ['ping'], readyz: ['ping', 'storage', 'space', 'timers'] } as const

/** Everybody may read this, so it names kinds of work and no namespace: the log has the rest. */
const describeFailing = (failing: FailingTimers[]) =>
  failing.map(({ kind, count }) => `${kind} fails again and again (${count} timers)`).join(', ')

/** `/version` and the health endpoints: open to everybody (V1, V2). */
export function addHealthRoutes(app: Hono<AppEnv>): void {
  app.get('/version', (c) => {
    const json = JSON.stringify(VERSION, null, 2)
    return c.get('query').has(Query.pretty)
      ? sendJson(c, 'json', JSON.stringify(VERSION))
      : new Response(json, { headers: { [Header.contentType]: MediaType.json } })
  })
  for (const [endpoint, checks] of Object.entries(ENDPOINTS)) {
    app.get(`/${endpoint}`, (c) => runChecks(c, endpoint, checks))
    app.get(`/${endpoint}/:check`, (c) => {
      const check = c.req.param('check')
      return checks.some((one) => one === check) ? runChecks(c, endpoint, [check]) : notFoundText()
    })
  }
}

/** What is degraded is shown and does not make the server unready: every request is still served. */
async function runChecks(c: AppContext, endpoint: string, checks: readonly string[]): Promise<Response> {
  const excluded = c.get('query').getAll('exclude')
  const results = await Promise.all(checks.filter((check) => !excluded.includes(check)).map((check) => run(c, check)))
  const healthy = results.every(({ state }) => state !== 'failed')
  if (healthy && !c.get('query').has('verbose')) return text('ok')
  const lines = results.map(lineOf)
  return text(
    `${lines.join('\n')}\n${endpoint} check ${healthy ? 'passed' : 'failed'}\n`,
    healthy ? 200 : Math.max(...results.map(({ code }) => code)),
  )
}

interface CheckResult {
  check: string
  state: 'ok' | 'degraded' | 'failed'
  why?: string
  /** that the answer has at least */
  code: number
}

const lineOf = ({ check, state, why }: CheckResult) =>
  `[${state === 'ok' ? '+' : '-'}]${check} ${state}${why ? `: ${why}` : ''}`

async function run(c: AppContext, check: string): Promise<CheckResult> {
  try {
    const why = await CHECKS[check]?.(c)
    return why ? { check, state: 'degraded', why: `${why}; see the log`, code: 200 } : { check, state: 'ok', code: 200 }
  } catch (error) {
    if (error instanceof StatusError) return { check, state: 'failed', why: error.message, code: 503 }
    console.error(`check ${check}: ${error instanceof Error ? error.message : String(error)}`)
    return { check, state: 'failed', code: 500 }
  }
}

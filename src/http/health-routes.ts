import type { Hono } from 'hono'
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

/** Each resolves when what it looks at works. */
const CHECKS: Record<string, (c: AppContext) => Promise<void>> = {
  ping: async () => {},
  /** the cluster scope can be reached, and has its tables */
  storage: (c) => c.get('scopes').ready(),
}
const ENDPOINTS = { healthz: ['ping'], livez: ['ping'], readyz: ['ping', 'storage'] } as const

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

async function runChecks(c: AppContext, endpoint: string, checks: readonly string[]): Promise<Response> {
  const excluded = c.get('query').getAll('exclude')
  const results = await Promise.all(
    checks.filter((check) => !excluded.includes(check)).map(async (check) => ({ check, works: await works(c, check) })),
  )
  const healthy = results.every((result) => result.works)
  if (healthy && !c.get('query').has('verbose')) return text('ok')
  const lines = results.map(({ check, works: ok }) => (ok ? `[+]${check} ok` : `[-]${check} failed`))
  return text(`${lines.join('\n')}\n${endpoint} check ${healthy ? 'passed' : 'failed'}\n`, healthy ? 200 : 500)
}

async function works(c: AppContext, check: string): Promise<boolean> {
  try {
    await CHECKS[check]?.(c)
    return true
  } catch (error) {
    console.error(`check ${check}: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

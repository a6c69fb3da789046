import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { done, FakeScopes } from './fake-scopes.ts'

const OBJECT = '/api/v1/namespaces/team/configmaps/a'

describe('what the runtime calls', () => {
  const logged: string[] = []
  beforeEach(() => {
    logged.length = 0
    vi.spyOn(console, 'error').mockImplementation((line: string) => void logged.push(line))
  })
  afterEach(() => vi.restoreAllMocks())

  it.each([
    ['something that is no Error is thrown', () => Promise.reject('a text' as unknown as Error)],
    ['nothing is thrown', () => Promise.reject(undefined as unknown as Error)],
    ['an answer cannot be made of an error', () => ({ ok: false, status: { message: 'm' }, problem: 1 })],
    ['an answer is none', () => done({ body: undefined })],
  ])('M12 B13 answers with a Status and one line in the log where %s', async (_what, get) => {
    const response = await new FakeScopes({ get }).ask(OBJECT)
    expect(response.status).toBe(500)
    expect(response.headers.get('Audit-Id')).toBeTruthy()
    const status = (await response.json()) as { message: string }
    expect(status).toMatchObject({ kind: 'Status', status: 'Failure', reason: 'InternalError', code: 500 })
    expect(logged).toHaveLength(1)
    expect(status.message).toContain((JSON.parse(logged[0]!) as { auditId: string }).auditId)
  })

  it('B20 says 400 to a Host that is none, without a line in the log', async () => {
    const scopes = new FakeScopes()
    for (const url of ['http://a b/api', 'http://%zz/api?limit=1', 'http://a:99999/healthz']) {
      const response = await scopes.askFor(url, { Host: new RegExp('//([^/]*)').exec(url)![1]! })
      expect([url, response.status]).toEqual([url, 400])
    }
    expect(logged).toEqual([])
  })
})

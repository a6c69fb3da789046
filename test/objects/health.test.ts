import { env } from 'cloudflare:workers'
import { createExecutionContext } from 'cloudflare:test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answeringInTime } from '../../src/objects/neighbour.ts'
import worker from '../../src/worker.ts'
import { drivenTimers } from '../support/driven-timers.ts'
import { TestClock } from './support/clock.ts'
import { absentNamespace, cluster, newNamespace, onlyLinks, scopeOn } from './support/test-scope.ts'

/** The answer to `/readyz?verbose`, from the Worker in this process. */
async function readyz(query = '?verbose'): Promise<{ status: number; text: string }> {
  const request = new Request(`https://server.test/readyz${query}`)
  const response = await worker.fetch(request as never, env as never, createExecutionContext())
  return { status: response.status, text: await response.text() }
}

test('V15 /readyz?verbose names what fails again and again in any namespace, and no namespace', async () => {
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => log.mockRestore())
  const place = absentNamespace()
  let isReachable = false
  const namespaceEmptied = () => (isReachable ? Promise.resolve() : Promise.reject(new Error('no way there')))
  const links = onlyLinks({
    namespaceEmptied,
    reportFailing: (namespace, failing) => cluster.stub.reportFailing(cluster.scope, namespace, failing),
  })
  await scopeOn(place, { links }, async (scope) => {
    scope.namespaces.terminate({ phase: 'terminating', uid: 'u', revision: 4096 })
    await scope.alarm.ring()
    expect((await readyz()).text).toContain('[+]timers ok')
    clock.advance(5_000)
    await scope.alarm.ring()
    await expect.poll(readyz).toEqual({
      status: 200,
      text: '[+]ping ok\n[+]storage ok\n[+]space ok\n[-]timers degraded: empty fails again and again (1 timers); see the log\nreadyz check passed\n',
    })
    expect(await readyz('')).toEqual({ status: 200, text: 'ok' })
    isReachable = true
    clock.advance(10_000)
    await scope.alarm.ring()
    await expect.poll(async () => (await readyz()).text).toContain('[+]timers ok')
    expect(scope.store.namespace?.phase).toBe('closed')
  })
  expect(log).toHaveBeenCalledOnce()
})

test('V15 shows what fails in the cluster scope itself, and forgets namespaces that tell nothing more', async () => {
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  await newNamespace()
  await cluster.stub.reportFailing(cluster.scope, 'some', [{ kind: 'collect', count: 2 }])
  await cluster.stub.reportFailing(cluster.scope, 'other', [{ kind: 'collect', count: 3 }])
  expect((await readyz()).text).toContain('collect fails again and again (5 timers)')
  clock.advance(31 * 60_000)
  expect((await readyz()).text).toContain('[+]timers ok')
  await cluster.inside(({ store }) => {
    const timers = drivenTimers(() => store)
    timers.set('terminate', 'x', clock.now + 60_000)
    for (let i = 0; i < 2; i++) timers.failed({ kind: 'terminate', key: 'x', due: 0, failures: i }, clock.now + 60_000)
  })
  expect((await readyz()).text).toContain('terminate fails again and again (1 timers)')
  await cluster.inside(({ store }) => drivenTimers(() => store).clear('terminate', 'x'))
})

test('J1 a scope that does not answer a call in time counts as one that cannot be reached', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { slow, quick } = answeringInTime({
    slow: () => new Promise<void>(() => {}),
    quick: (n: number) => Promise.resolve(n + 1),
  })
  expect(await quick(1)).toBe(2)
  const refused = expect(slow()).rejects.toThrow('slow: the other scope did not answer in 30 s')
  await vi.advanceTimersByTimeAsync(30_000)
  await refused
  expect(vi.getTimerCount()).toBe(0)
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bundle } from '../../src/local/bundle.ts'
import { startWorkerd, WorkerdStartError, type WorkerdOptions } from '../../src/local/workerd.ts'

/** Tells its settings, and keeps a number and the time of its last alarm. */
const SCRIPT = `
import { DurableObject } from 'cloudflare:workers'
export class Counter extends DurableObject {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    const { storage } = this.ctx
    if (pathname === '/add') await storage.put('count', ((await storage.get('count')) ?? 0) + 1)
    if (pathname === '/alarm') await storage.setAlarm(Date.now() + Number(searchParams.get('ms')))
    return Response.json({ count: (await storage.get('count')) ?? 0 })
  }
  async alarm() {
    console.log('alarm fired')
  }
}
export default {
  fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (pathname === '/settings') return Response.json({ A: env.A ?? null, B: env.B ?? null, SHELL: env.SHELL ?? null })
    if (pathname === '/throw') throw new Error('on purpose')
    return env.COUNTERS.get(env.COUNTERS.idFromName('one')).fetch(request)
  },
}
`

describe('workerd', () => {
  let folder: string
  let bundle: Bundle

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'coxswain-workerd-'))
    const scriptFile = join(folder, 'script.js')
    writeFileSync(scriptFile, SCRIPT)
    const deployment = {
      configFile: '',
      main: scriptFile,
      compatibilityDate: '2026-10-01',
      compatibilityFlags: [],
      objects: [{ binding: 'COUNTERS', className: 'Counter' }],
      settings: { A: 'default', B: 'default' },
    }
    bundle = { deployment, scriptFile }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const start = (options: Partial<WorkerdOptions> = {}) =>
    startWorkerd({ bundle, folder: mkdtempSync(join(folder, 'run-')), port: 0, ...options })

  it('gives the Worker its settings letter for letter, and nothing else of the environment', async () => {
    const strange = 'a "quoted" \\ back\nnext, ünïcödé $HOME'
    const workerd = await start({ settings: { B: strange } })
    expect(await (await fetch(`${workerd.url}/settings`)).json()).toEqual({ A: 'default', B: strange, SHELL: null })
    await workerd.stop()
  })

  it('runs in a folder whose name needs quotes', async () => {
    const workerd = await start({ folder: mkdtempSync(join(folder, 'it\'s "ü" \\ ')) })
    expect(await (await fetch(`${workerd.url}/add`)).json()).toEqual({ count: 1 })
    await workerd.stop()
  })

  it('keeps what was answered when it is killed, and starts again on the same port', async () => {
    const run = mkdtempSync(join(folder, 'run-'))
    const first = await start({ folder: run })
    expect(await (await fetch(`${first.url}/add`)).json()).toEqual({ count: 1 })
    await first.stop()
    const second = await start({ folder: run, port: first.port })
    expect(second.url).toBe(first.url)
    expect(await (await fetch(`${second.url}/add`)).json()).toEqual({ count: 2 })
    await second.stop()
  })

  it('fires an alarm that was set before a kill, though nobody asks for the object', async () => {
    const run = mkdtempSync(join(folder, 'run-'))
    const first = await start({ folder: run })
    await fetch(`${first.url}/alarm?ms=500`)
    await first.stop()
    let fired: (line: string) => void = () => {}
    const line = new Promise<string>((resolve) => (fired = resolve))
    const second = await start({ folder: run, onLog: fired })
    expect(await line).toBe('alarm fired')
    await second.stop()
  })

  it('logs one line for a fault, without its stack', async () => {
    const lines: string[] = []
    const workerd = await start({ onLog: (line) => lines.push(line) })
    expect((await fetch(`${workerd.url}/throw`)).status).toBe(500)
    await workerd.stop()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('on purpose')
  })

  it('says why it did not start', async () => {
    const workerd = await start()
    const second = start({ port: workerd.port })
    await expect(second).rejects.toThrow(WorkerdStartError)
    await expect(second).rejects.toThrow(/Address already in use/)
    await workerd.stop()
  })

  it('tells when it has ended by itself', async () => {
    const workerd = await start()
    process.kill(workerd.pid, 'SIGKILL')
    await workerd.exited
    await expect(fetch(workerd.url)).rejects.toThrow()
  })
})

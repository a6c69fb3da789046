import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../src/testing/index.ts'
import { InstalledPackage } from '../support/installed-package.ts'

const CHROMIUM = '/usr/bin/chromium'
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

interface Served {
  url: string
  server: TestServer
  stop(): Promise<void>
}

describe.skipIf(!existsSync(CHROMIUM))(`the page of examples/browser (skipped without ${CHROMIUM})`, () => {
  let profile: string
  let browser: BrowserContext
  let served: Served
  let page: Page
  /** URLs of the sockets that the page opened, and what went wrong in it. */
  let sockets: string[]
  let problems: string[]

  beforeAll(async () => {
    const example = new InstalledPackage(inject('installedPackage')).addExample('browser')
    const program = (await import(pathToFileURL(join(example.folder, 'serve.js')).href)) as { serve(): Promise<Served> }
    served = await program.serve()
    profile = mkdtempSync(join(tmpdir(), 'coxswain-browser-'))
    browser = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, args: FLAGS })
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
    if (profile) rmSync(profile, { recursive: true, force: true })
  })

  beforeEach(async () => {
    await served.server.reset()
    await counters().create({ metadata: { name: 'visits' }, data: { count: '3' } })
    page = await browser.newPage()
    sockets = []
    problems = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(served.url)
    await shows('visits', '3')
    return () => page.close()
  })

  const counters = () => served.server.client.resource('v1', 'configmaps', { namespace: 'default' })
  const shows = (name: string, count: string) =>
    page
      .locator(`#${name} output`)
      .filter({ hasText: new RegExp(`^${count}$`) })
      .waitFor()

  it('lists, then watches over a WebSocket', async () => {
    await counters().create({ metadata: { name: 'orders' }, data: { count: '1' } })
    await shows('orders', '1')
    await counters().mergePatch('visits', { data: { count: '4' } }, { unconditional: true })
    await shows('visits', '4')
    await counters().delete('orders')
    await page.locator('#orders').waitFor({ state: 'detached' })
    expect(sockets).toHaveLength(1)
    expect(sockets[0]).toMatch(new RegExp(`^ws://127\\.0\\.0\\.1:${served.server.port}/.*watch=true`))
    expect(problems).toEqual([])
  })

  it('resolves a conflict by reading again', async () => {
    await served.server.conflictNext(2)
    await page.getByRole('button', { name: '+1' }).click()
    await page.getByText('visits counted in 3 tries').waitFor()
    await shows('visits', '4')
    expect((await counters().get('visits')).data).toEqual({ count: '4' })
    expect(problems).toEqual([])
  })

  it('comes back when its socket is cut, and misses nothing', async () => {
    await served.server.cutWatches()
    await counters().mergePatch('visits', { data: { count: '9' } }, { unconditional: true })
    await shows('visits', '9')
    expect(sockets.length).toBeGreaterThan(1)
    expect(problems).toEqual([])
  })
})

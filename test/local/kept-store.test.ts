import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiClient } from '../support/client.ts'
import { configMap } from '../support/objects.ts'
import { eventually } from '../support/sandbox.ts'
import { StartProgram } from '../support/start-program.ts'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'

let folder: string
/** whether the folder is a file system of its own */
let mounted: boolean
let started: StartProgram[]

const start = (...words: string[]) => {
  const program = new StartProgram(['--port', '0', '--open', '--data', folder, ...words])
  started.push(program)
  return program
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coxswain-kept-'))
  mounted = false
  started = []
})
afterEach(async () => {
  for (const program of started) await program.end('SIGKILL')
  if (mounted) spawnSync('umount', [folder])
  rmSync(mounted ? dirname(folder) : folder, { recursive: true, force: true })
})

describe('npm start on data that was kept', { timeout: 60_000 }, () => {
  const objects = () => join(folder, 'objects/ScopeObject')

  /** Starts, writes a ConfigMap, and ends; answers with the files that hold data. */
  async function keepSomething(): Promise<string[]> {
    const server = start()
    const client = new ApiClient({ url: await server.listening() })
    expect((await client.post(CONFIG_MAPS, configMap('a'))).status).toBe(201)
    client.close()
    await server.end()
    return readdirSync(objects()).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
  }

  async function refusal(): Promise<string> {
    const { code, errorLines } = await start().ended
    expect([code, errorLines.length]).toEqual([1, 1])
    return errorLines[0]!
  }

  it('Q4 refuses where it was taken away, and begins anew with --fresh alone', async () => {
    await keepSomething()
    rmSync(join(folder, 'objects'), { recursive: true })
    expect(await refusal()).toMatch(/objects\/ScopeObject\/[0-9a-f]{64}\.sqlite is gone: put it back .*--fresh/)
    await start('--fresh').listening()
  })

  it('Q4 refuses each file that was emptied or is no database, and names it', async () => {
    const names = await keepSomething()
    expect(names).toHaveLength(2)
    for (const name of names) {
      const file = join(objects(), name)
      const whole = join(folder, 'whole')
      spawnSync('cp', [file, whole])
      truncateSync(file)
      expect(await refusal()).toContain(`${file} was emptied: put it back`)
      writeFileSync(file, 'no database at all')
      expect(await refusal()).toContain(`${file} is damaged: put it back`)
      spawnSync('cp', [whole, file])
    }
    const client = new ApiClient({ url: await start().listening() })
    expect((await client.get(`${CONFIG_MAPS}/a`)).status).toBe(200)
    client.close()
  })
})

describe('npm start on a full disk (skipped where this user may not mount a small one)', { timeout: 60_000 }, () => {
  beforeEach(({ skip }) => {
    const small = join(folder, 'small')
    mkdirSync(small)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'none', small]).status !== 0) skip('mount is refused')
    mounted = true
    folder = small
  })

  it('Q3 answers writes with 507 until there is room, keeps on reading, and says so once', async () => {
    const server = start()
    const client = new ApiClient({ url: await server.listening() })
    expect((await client.post(CONFIG_MAPS, configMap('a', { k: '1' }))).status).toBe(201)
    const filler = join(folder, 'filler')
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096'])

    const k = 'x'.repeat(400_000)
    for (let n = 0; n < 5; n++) {
      const refused = await client.post(CONFIG_MAPS, configMap(`b${n}`, { k }))
      expect([refused.status, refused.headers['retry-after']]).toEqual([507, '5'])
      expect(refused.body).toMatchObject({ kind: 'Status', reason: 'InsufficientStorage', code: 507 })
    }
    const unready = await client.get('/readyz')
    expect([unready.status, unready.text]).toEqual([
      503,
      expect.stringMatching(/^\[-\]space failed: the storage is full/m),
    ])
    expect((await client.get('/livez')).status).toBe(200)
    expect((await client.get(`${CONFIG_MAPS}/a`)).body.data).toEqual({ k: '1' })
    expect((await client.get(`${CONFIG_MAPS}/b0`)).status).toBe(404)

    rmSync(filler)
    await eventually(async () => (await client.get('/readyz')).status === 200 || undefined, 'being ready again')
    expect((await client.post(CONFIG_MAPS, configMap('b0', { k }))).status).toBe(201)
    client.close()
    const { errorLines } = await server.end()
    expect(errorLines).toEqual(['the disk is full: writes are refused until there is room'])
  })

  it('Q3 says in one line where nothing can be begun', async () => {
    spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=4096'])
    const { code, errorLines } = await start().ended
    expect([code, errorLines]).toEqual([1, [`coxswain: cannot write to ${folder}: the disk is full`]])
  })

  it('Q4 says in one line where it may only read', async () => {
    await start().listening()
    await started[0]!.end()
    spawnSync('mount', ['-o', 'remount,ro', folder])
    const { code, errorLines } = await start().ended
    expect([code, errorLines]).toEqual([1, [`coxswain: cannot write to ${folder}: it is read-only`]])
  })
})

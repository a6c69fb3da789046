import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'smol-toml'
import { parseServerSettings } from '../../src/core/server-settings.ts'
import { deployDry } from '../../src/local/bundle.ts'
import { readDeployment, WRANGLER_FILE } from '../../src/local/deployment.ts'

interface Migration {
  tag: string
  new_sqlite_classes?: string[]
}

describe('wrangler deploy', () => {
  const deployment = readDeployment()
  let folder: string
  let output: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'coxswain-deploy-'))
    output = await deployDry(WRANGLER_FILE, folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('would upload one module with its objects and settings', () => {
    expect(readdirSync(folder)).toContain('worker.js')
    expect(output).toMatch(/env\.SCOPES \(ScopeObject\)\s+Durable Object/)
    for (const [name, value] of Object.entries(deployment.settings)) {
      expect(output).toMatch(new RegExp(`env\\.${name} \\("${value}"\\)\\s+Environment Variable`))
    }
  })

  it('stays below the size that a free plan allows', () => {
    const [, size = '', unit] = /gzip: ([\d.]+) (KiB|MiB)/.exec(output) ?? []
    expect(unit).toBe('KiB')
    expect(Number(size)).toBeLessThan(3 * 1024)
  })

  it('exports every class that is bound, and each is made with SQLite by a migration', () => {
    const { migrations } = parse(readFileSync(WRANGLER_FILE, 'utf8')) as unknown as { migrations: Migration[] }
    const made = migrations.flatMap((migration) => migration.new_sqlite_classes ?? [])
    const script = readFileSync(join(folder, 'worker.js'), 'utf8')
    // licenses of libraries may follow
    const [, exported = ''] = [...script.matchAll(/^export \{([^}]*)\};?$/gm)].at(-1) ?? []
    for (const { className } of deployment.objects) {
      expect(made).toContain(className)
      expect(exported).toContain(className)
    }
  })

  it('names every setting, with a default that the Worker accepts and that is its own', () => {
    expect(parseServerSettings(deployment.settings)).toEqual(parseServerSettings({}))
  })

  it('holds no secret', () => {
    expect(Object.keys(deployment.settings)).not.toContain('TOKENS')
    expect(Object.keys(deployment.settings)).not.toContain('OPEN')
  })
})

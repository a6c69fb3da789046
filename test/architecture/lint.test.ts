import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PROJECT = resolve(import.meta.dirname, '../..')
let folder: string

/** Lints one file as if it stood at `path` of the project; answers with the rules that it breaks. */
function rulesBrokenBy(path: string, text: string): string[] {
  const file = join(folder, path)
  mkdirSync(resolve(file, '..'), { recursive: true })
  writeFileSync(file, text)
  const oxlint = join(PROJECT, 'node_modules/oxlint/bin/oxlint')
  const parameters = [oxlint, '--format', 'json', '-c', '.oxlintrc.json', path]
  let output: string
  try {
    output = execFileSync(process.execPath, parameters, { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    output = (error as { stdout: string }).stdout
  }
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string }[] }
  return diagnostics.map(({ code }) => code.replace(/^.*\((.*)\)$/, '$1'))
}

describe('what the linter refuses', () => {
  beforeAll(() => {
    mkdirSync(join(PROJECT, 'dist'), { recursive: true })
    folder = mkdtempSync(join(PROJECT, 'dist/lint-'))
    copyFileSync(join(PROJECT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['src/core/a.ts', 'export const a = () => Date.now()', 'no-restricted-properties'],
    ['src/http/a.ts', 'export const a = () => Math.random()', 'no-restricted-properties'],
    ['src/storage/a.ts', 'export const a = () => crypto.randomUUID()', 'no-restricted-properties'],
    [
      'src/objects/a.ts',
      'export const a = (s: DurableObjectStorage) => s.transactionSync(() => 1)',
      'no-restricted-properties',
    ],
    ['src/objects/b.ts', 'export const b = () => setInterval(() => {}, 1)', 'no-restricted-globals'],
    ['src/kinds/a.ts', 'export default 1', 'no-default-export'],
    ['src/core/b.ts', 'export const b = (a: any) => a', 'no-explicit-any'],
  ])('in %s: %s', (path, text, rule) => {
    expect(rulesBrokenBy(path, `${text}\n`)).toEqual([rule])
  })

  it.each([
    ['src/objects/environment.ts', 'export const now = () => Date.now()'],
    ['src/local/a.ts', 'export const now = () => Date.now()'],
    ['src/worker.ts', 'export default { fetch: () => new Response() }'],
  ])('but not in %s: %s', (path, text) => {
    expect(rulesBrokenBy(path, `${text}\n`)).toEqual([])
  })
})

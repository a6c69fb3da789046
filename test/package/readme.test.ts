import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'
import { assertRan, InstalledPackage } from '../support/installed-package.ts'

const installed = new InstalledPackage(inject('installedPackage'))
const README = readFileSync(join(PROJECT_FOLDER, 'README.md'), 'utf8')

/** The first block of code in a chapter of the README. */
function codeOf(chapter: string, language: string): string {
  const block = new RegExp(`## ${chapter}\\n[^]*?\`\`\`${language}\\n([^]*?)\`\`\``).exec(README)
  return block?.[1] ?? ''
}

describe('the README', () => {
  it('shows a server for tests that works', async () => {
    const code = codeOf('A server for tests', 'js')
    expect(code).toContain('server.stop()')
    assertRan(await installed.node(code))
  })

  it('names every entry and command of the package', () => {
    const { exports, version } = JSON.parse(readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8')) as {
      exports: Record<string, unknown>
      version: string
    }
    for (const entry of Object.keys(exports).filter((name) => !name.endsWith('.json')))
      expect(README).toContain(`| \`coxswain${entry.slice(1)}\` |`)
    expect(README).toContain(`coxswain-${version}.tgz`)
  })
})

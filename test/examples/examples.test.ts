import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'
import { assertRan, InstalledPackage } from '../support/installed-package.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0

/** Types what a new user types in an example of a fresh clone. */
async function testExample(name: string) {
  const example = new InstalledPackage(join(PROJECT_FOLDER, 'examples', name))
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  assertRan(await example.run('npm', ['install', ...options]))
  const { code, stdout, stderr } = await example.run('npm', ['test'])
  return { code, output: stdout + stderr }
}

describe('examples', () => {
  it('vitest', async () => {
    const { code, output } = await testExample('vitest')
    expect([output, code]).toEqual([expect.stringMatching(/Tests\s+4 passed/), 0])
  })

  it('jest', async () => {
    const { code, output } = await testExample('jest')
    expect([output, code]).toEqual([expect.stringMatching(/Tests:\s+4 passed, 4 total/), 0])
    expect(output).not.toMatch(/did not exit|open handle/i)
  })

  it('node:test', async () => {
    const { code, output } = await testExample('node-test')
    expect([output, code]).toEqual([expect.stringMatching(/pass 2\n/), 0])
  })

  it.skipIf(!hasPython)('another language, Python (skipped where python3 is missing)', async () => {
    const { code, output } = await testExample('python')
    expect([output, code]).toEqual([expect.stringMatching(/Ran 3 tests[^]*OK/), 0])
  })
})

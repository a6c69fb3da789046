import { spawnSync } from 'node:child_process'
import { describe, expect, inject, it } from 'vitest'
import { InstalledPackage } from '../support/installed-package.ts'

const installed = new InstalledPackage(inject('installedPackage'))
const hasPython = spawnSync('python3', ['--version']).status === 0

/** Runs the test script of an example in a copy, as its user would. */
async function testExample(name: string, tools: string[] = []) {
  const { code, stdout, stderr } = await installed.addExample(name, tools).run('npm', ['test'])
  return { code, output: stdout + stderr }
}

describe('examples', () => {
  it('vitest', async () => {
    const { code, output } = await testExample('vitest', ['vitest'])
    expect([output, code]).toEqual([expect.stringMatching(/Tests\s+4 passed/), 0])
  })

  it('jest', async () => {
    const { code, output } = await testExample('jest', ['jest'])
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

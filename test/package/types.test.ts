import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'
import { InstalledPackage } from '../support/installed-package.ts'

const installed = new InstalledPackage(inject('installedPackage'))
const TSC = join(PROJECT_FOLDER, 'node_modules/typescript/bin/tsc')

const USE = `import { connect, isConflict, type Client } from 'coxswain/client'
import { startTestServer, type TestServer } from 'coxswain/testing'

export async function use(): Promise<string> {
  const server: TestServer = await startTestServer({ settings: { HISTORY_MINUTES: '1' } })
  const client: Client = connect({ server: server.url, token: server.token })
  const { data } = await client.resource('v1', 'configmaps', { namespace: 'default' }).get('a')
  return data?.['k'] ?? String(isConflict(undefined))
}
`
const MISUSE = `${USE}
export const wrong: number = (await startTestServer()).url
`

describe('the types of the package', () => {
  it.each([
    ['use.mts', 'nodenext', 'nodenext'],
    ['use.cts', 'nodenext', 'nodenext'],
    ['use.ts', 'esnext', 'bundler'],
  ])('compile in %s with module %s and resolution %s, without any other', async (file, module, resolution) => {
    expect(await errorsIn(file, USE, module, resolution)).toBe('')
  })

  it('refuse what is wrong', async () => {
    expect(await errorsIn('misuse.mts', MISUSE, 'nodenext', 'nodenext')).toMatch(
      /^misuse\.mts\(\d+,\d+\): error TS2322: Type 'string' is not assignable to type 'number'/,
    )
  })
})

async function errorsIn(file: string, text: string, module: string, moduleResolution: string): Promise<string> {
  installed.write(file, text)
  const compilerOptions = {
    module,
    moduleResolution,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    strict: true,
    skipLibCheck: false,
    noEmit: true,
  }
  installed.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }))
  return (await installed.run(process.execPath, [TSC, '--pretty', 'false'])).stdout
}

import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type BuildOptions } from 'esbuild'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { USER_AGENT } from '../../src/client/connection.ts'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'

const bundle = async (options: BuildOptions = {}) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(PROJECT_FOLDER, 'src/client/index.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    // refuses modules of Node
    platform: 'browser',
    ...options,
    write: false,
    metafile: true,
  })
  return { bytes: outputFiles![0]!.contents, inputs: Object.keys(metafile!.inputs) }
}

describe('the client as a page loads it', () => {
  it('X22 is smaller than 15 KB', async () => {
    expect(gzipSync((await bundle()).bytes, { level: 9 }).length).toBeLessThan(15_000)
  })

  it('X1 calls itself by the name and the version of the package', () => {
    expect(USER_AGENT).toBe(`${manifest.name}/${manifest.version}`)
  })

  it('X22 has no dependency', async () => {
    const { inputs } = await bundle()
    expect(inputs.length).toBeGreaterThan(20)
    expect(inputs.filter((path) => !/^src\/(client|wire)\//.test(path))).toEqual([])
  })

  it.each([{}, { conditions: ['workerd', 'worker', 'browser'] }])(
    'X22 X25 is without what Node alone can, for a page and for a Worker: %j',
    async (options) => {
      const { bytes, inputs } = await bundle(options)
      expect(inputs.filter((path) => /client\/node\//.test(path))).toEqual(['src/client/node/none.ts'])
      expect(new TextDecoder().decode(bytes)).not.toContain('node:')
    },
  )
})

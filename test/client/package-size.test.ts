import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { USER_AGENT } from '../../src/client/connection.ts'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'

const bundle = async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(PROJECT_FOLDER, 'src/client/index.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    // refuses modules of Node
    platform: 'browser',
    write: false,
    metafile: true,
  })
  return { bytes: outputFiles[0]!.contents, inputs: Object.keys(metafile.inputs) }
}

describe('the client as a page loads it', () => {
  it('X22 is smaller than 12 KB', async () => {
    expect(gzipSync((await bundle()).bytes, { level: 9 }).length).toBeLessThan(12_000)
  })

  it('X1 calls itself by the name and the version of the package', () => {
    expect(USER_AGENT).toBe(`${manifest.name}/${manifest.version}`)
  })

  it('X22 has no dependency', async () => {
    const { inputs } = await bundle()
    expect(inputs.length).toBeGreaterThan(20)
    expect(inputs.filter((path) => !/^src\/(client|wire)\//.test(path))).toEqual([])
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleWorker } from '../../src/local/bundle.ts'
import { readDeployment } from '../../src/local/deployment.ts'
import { type RunningWorkerd, startWorkerd } from '../../src/local/workerd.ts'
import { ownServerOnly } from '../support/black-box.ts'
import { BUNDLE_VARIABLE } from '../support/bundle-once.ts'
import { ApiClient } from '../support/client.ts'
import { expectStatus } from '../support/sandbox.ts'
import { refusedSocket } from '../support/socket-reader.ts'

/** The test server always has a token of its own; this one has none at all. */
describe.skipIf(ownServerOnly)('a deployment where nothing is configured', () => {
  let folder: string
  let workerd: RunningWorkerd

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'coxswain-test-'))
    const scriptFile = process.env[BUNDLE_VARIABLE]
    const bundle = scriptFile === undefined ? await bundleWorker() : { deployment: readDeployment(), scriptFile }
    workerd = await startWorkerd({ bundle, folder, port: 0, settings: { TOKENS: '' } })
  })

  afterAll(async () => {
    await workerd.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('A5 lets nobody in, but to health and version', async () => {
    for (const token of [undefined, '', 'anything', 'undefined', 'null']) {
      const client = new ApiClient({ url: workerd.url, token })
      for (const path of ['/version', '/healthz', '/livez', '/readyz']) expectStatus(await client.get(path), 200)
      const configMaps = '/api/v1/namespaces/default/configmaps'
      for (const path of ['/api', '/apis', '/openapi/v3', '/api/v1/namespaces', configMaps, '/nowhere']) {
        const { status, body } = await client.get(path)
        expect([token, path, status, body.kind, body.reason]).toEqual([token, path, 401, 'Status', 'Unauthorized'])
      }
      expect((await client.post(configMaps, { metadata: { name: 'a' } })).status).toBe(401)
      expect((await refusedSocket(client, configMaps)).status).toBe(401)
      client.close()
    }
  })
})

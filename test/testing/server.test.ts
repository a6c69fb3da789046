import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { bundleWorker } from '../../src/local/bundle.ts'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'
import { startTestServer } from '../../src/testing/index.ts'
import { FAULTS_PATH } from '../../src/wire/faults.ts'
import { ApiClient } from '../support/client.ts'
import { configMap, namesIn } from '../support/objects.ts'
import { eventually } from '../support/sandbox.ts'
import { startServer } from '../support/server.ts'
import { untilPortIsFree } from '../support/start-program.ts'
import { useOwnServer } from './own-server.ts'

/** Starts a server, tells where its files are, and waits for its end. */
const FORGETFUL = `import { dirname } from 'node:path'
const { startTestServer } = await import(${JSON.stringify(join(PROJECT_FOLDER, 'src/testing/index.ts'))})
console.log(dirname((await startTestServer()).kubeconfigFile))
setInterval(() => {}, 1000)`

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'

interface Kubeconfig {
  clusters: { cluster: { server: string; 'certificate-authority-data': string } }[]
  users: { user: { token: string } }[]
}

describe('a server for tests', () => {
  const own = useOwnServer()

  it('Z1 has a store and a port of its own', async () => {
    const other = await startTestServer()
    expect(other.port).not.toBe(own.server.port)
    await own.sandbox.create('here')
    const elsewhere = new ApiClient(other)
    expect(namesIn((await elsewhere.get(CONFIG_MAPS)).body)).toEqual([])
    elsewhere.close()
    await other.stop()
    await untilPortIsFree(other.port, 200)
    expect(existsSync(dirname(other.kubeconfigFile))).toBe(false)
  })

  it('Z2 gives a client that may do everything', async () => {
    const configMaps = own.server.client.resource('v1', 'configmaps', { namespace: 'default' })
    await configMaps.create({ metadata: { name: 'a' }, data: { k: 'v' } })
    expect((await configMaps.get('a')).data).toEqual({ k: 'v' })
  })

  it('Z2 gives a kubeconfig, with which kubectl comes in over https', async () => {
    const { kubeconfig, kubeconfigFile } = own.server
    expect(readFileSync(kubeconfigFile, 'utf8')).toBe(kubeconfig)
    const { clusters, users } = parse(kubeconfig) as Kubeconfig
    const { server, 'certificate-authority-data': ca } = clusters[0]!.cluster
    expect(server).toMatch(/^https:\/\/127\.0\.0\.1:/)
    const client = new ApiClient({ url: server, token: users[0]!.user.token, ca: Buffer.from(ca, 'base64').toString() })
    expect((await client.post(CONFIG_MAPS, configMap('by-kubectl'))).status).toBe(201)
    client.close()
    expect(namesIn(await own.sandbox.list())).toEqual(['by-kubectl'])
  })

  it('asks for its token', async () => {
    expect((await own.client.as(undefined).get(CONFIG_MAPS)).status).toBe(403)
    expect((await own.client.as('guessed').get(CONFIG_MAPS)).status).toBe(401)
  })

  it('takes settings and a port', async () => {
    const port = await freePort()
    const server = await startTestServer({ port, settings: { UNCONDITIONAL_UPDATE: 'allow' } })
    expect([server.port, server.url]).toEqual([port, `http://127.0.0.1:${port}`])
    const client = new ApiClient(server)
    await client.post(CONFIG_MAPS, configMap('a'))
    expect((await client.put(`${CONFIG_MAPS}/a`, configMap('a', { k: 'v' }))).status).toBe(200)
    client.close()
    const lines: string[] = []
    const second = startTestServer({ port, onLog: (line) => lines.push(line) })
    await expect(second).rejects.toThrow(`127.0.0.1:${port} is taken`)
    expect(lines).toEqual([])
    await server.stop()
  })

  it('Q1 has the rules of Kubernetes with its profile, but for settings that are given', async () => {
    const server = await startTestServer({ profile: 'kubernetes', settings: { NAMESPACE_OBJECTS: 'none' } })
    const client = new ApiClient(server)
    expect(namesIn((await client.get('/api/v1/namespaces/default/serviceaccounts')).body)).toEqual([])
    await client.post(CONFIG_MAPS, configMap('a'))
    expect((await client.put(`${CONFIG_MAPS}/a`, configMap('a', { k: 'v' }))).status).toBe(200)
    client.close()
    await server.stop()
    const unknown = startTestServer({ profile: 'k8s' as 'kubernetes' })
    await expect(unknown).rejects.toThrow('setting PROFILE is "k8s": it must be "coxswain" or "kubernetes"')
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    'Z10 leaves no folder behind when %s ends the program that started it',
    async (signal) => {
      const program = spawn(process.execPath, ['--input-type=module', '--eval', FORGETFUL], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const folder = String(await once(program.stdout, 'data')).trim()
      expect(readdirSync(folder)).toContain('token')
      program.kill(signal)
      expect(await once(program, 'exit')).toEqual([null, signal])
      await eventually(async () => !existsSync(folder) || undefined, `${folder} being removed`)
    },
  )

  it.each([
    [{ HISTORY: '1' }, /there is no setting HISTORY; known are PROFILE, UNCONDITIONAL_UPDATE, /],
    [{ HISTORY_MINUTES: 'long' }, /HISTORY_MINUTES is "long": it must be a number/],
  ])('refuses the settings %j', async (settings, message) => {
    await expect(startTestServer({ settings })).rejects.toThrow(message)
  })
})

describe('faults', () => {
  const own = useOwnServer()
  const resetBy = (client: ApiClient, key: string) => client.post(FAULTS_PATH + key, { fault: 'reset' })

  it('Z8 are for those who know the key', async () => {
    await own.sandbox.create('a')
    for (const key of ['', 'undefined', `${own.server.faultsUrl.split('/').at(-1)}0`])
      expect([key, (await resetBy(own.client, key)).status]).toEqual([key, 404])
    expect(namesIn(await own.sandbox.list())).toEqual(['a'])
    expect((await fetch(own.server.faultsUrl, { method: 'POST', body: '{"fault":"reset"}' })).status).toBe(204)
    expect(namesIn(await own.sandbox.list())).toEqual([])
  })

  it('Z8 are no part of the Worker that is deployed', async () => {
    const { scriptFile } = await bundleWorker()
    expect(readFileSync(scriptFile, 'utf8')).not.toContain(FAULTS_PATH)
    const server = await startServer({ settings: { FAULTS_KEY: 'key' } })
    const client = new ApiClient(server)
    expect((await resetBy(client, 'key')).status).toBe(404)
    client.close()
    await server.stop()
  })

  it.each(['{"fault":"no-such"}', '{}'])('%s is refused by name', async (body) => {
    const answer = await fetch(own.server.faultsUrl, { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('cut-watches, expire-history')])
  })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

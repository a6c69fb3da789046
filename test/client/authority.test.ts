import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { connect, type ConnectOptions } from '../../src/client/index.ts'
import { makeServerCertificate, type ServerCertificate } from '../../src/local/certificate.ts'
import { formatKubeconfig } from '../../src/local/kubeconfig.ts'
import { listOf, ScriptedServer, statusOf, stored } from '../support/scripted-server.ts'
import { systemEnvironment } from '../support/installed-package.ts'
import { rejection } from './scripted-client.ts'

let tls: ServerCertificate
let stranger: ServerCertificate

beforeAll(async () => {
  ;[tls, stranger] = await Promise.all([makeServerCertificate(new Date()), makeServerCertificate(new Date())])
})

async function secureServer(): Promise<ScriptedServer> {
  const server = await ScriptedServer.start(tls)
  onTestFinished(() => server.stop())
  return server
}

const configMapsOf = (options: ConnectOptions) =>
  connect({ readTries: 1, ...options }).resource('v1', 'configmaps', { namespace: 'x' })

describe('a server with an authority of its own', () => {
  it('X25 is reached with its kubeconfig as it stands: reads, writes with a body, and a watch', async () => {
    const server = await secureServer()
    const configMaps = configMapsOf({ kubeconfig: formatKubeconfig({ server: server.url, token: 't', ca: tls.ca }) })
    const read = configMaps.get('a')
    const request = await server.expect('GET')
    expect(request.headers.authorization).toBe('Bearer t')
    request.json(stored('a@5', { k: 'ü' }))
    expect((await read).data).toEqual({ k: 'ü' })

    const deleted = configMaps.delete('a', { propagation: 'Orphan' })
    const deletion = await server.expect('DELETE')
    expect(deletion.body).toMatchObject({ kind: 'DeleteOptions', propagationPolicy: 'Orphan' })
    deletion.json({ ...statusOf(200, ''), status: 'Success' })
    await deleted

    const watch = configMaps.watch()[Symbol.asyncIterator]()
    const first = watch.next()
    ;(await server.expect('GET')).json(listOf('5', ['a@2']))
    expect((await first).value?.object.metadata.name).toBe('a')
    const opened = await server.expect('WATCH')
    expect(opened.isUpgrade).toBe(false)
    const stream = opened.stream()
    stream.event('MODIFIED', stored('a@6'))
    expect((await watch.next()).value).toMatchObject({
      type: 'MODIFIED',
      object: { metadata: { resourceVersion: '6' } },
    })
    await watch.return?.()
  })

  it('X25 may be told of its authority by itself, or by a file that the kubeconfig names', async () => {
    const server = await secureServer()
    const folder = mkdtempSync(join(tmpdir(), 'coxswain-authority-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'ca.crt'), tls.ca)
    const kubeconfig = formatKubeconfig({ server: server.url, ca: stranger.ca })
    const inFile = kubeconfig.replace(/certificate-authority-data: .*/, `certificate-authority: ${folder}/ca.crt`)
    for (const options of [
      { server: server.url, certificateAuthority: tls.ca },
      { kubeconfig, certificateAuthority: tls.ca },
      { kubeconfig: inFile },
    ]) {
      const read = configMapsOf(options).get('a')
      ;(await server.expect('GET')).json(stored('a@5'))
      expect((await read).metadata.name).toBe('a')
    }
  })

  it('X25 is told apart from one that another authority vouches for, and from one of another name', async () => {
    const server = await secureServer()
    const refused = (url: string, ca: string) =>
      rejection(configMapsOf({ kubeconfig: formatKubeconfig({ server: url, token: 'secret', ca }) }).get('a'))
    expect(await refused(server.url, stranger.ca)).toMatchObject({
      name: 'ConnectionError',
      message: expect.stringMatching(/certificate/),
    })
    const otherName = server.url.replace('127.0.0.1', '0.0.0.0')
    expect(await refused(otherName, tls.ca)).toMatchObject({ message: expect.stringMatching(/altnames/) })
    expect(await refused(server.url, 'no certificate')).toMatchObject({ message: expect.stringMatching(/no PEM/) })
    expect(server.verbs).toEqual([])
  })

  it('X25 says how to give the authority where there is none', async () => {
    const server = await secureServer()
    await expect(configMapsOf({ server: server.url }).get('a')).rejects.toThrow(
      /verify.*: give its authority by a kubeconfig or certificateAuthority$/,
    )
  })

  it('X25 leaves calls when they are aborted, and cut answers are errors', async () => {
    const server = await secureServer()
    const configMaps = configMapsOf({ server: server.url, certificateAuthority: tls.ca })
    const control = new AbortController()
    const aborted = rejection(configMaps.get('a', { signal: control.signal }))
    await server.next()
    control.abort(new Error('enough'))
    expect(await aborted).toMatchObject({ message: 'enough' })
    const cut = rejection(configMaps.get('a'))
    const stream = (await server.next()).stream()
    stream.raw('{"kind":')
    stream.cut()
    expect(await cut).toMatchObject({ name: 'ConnectionError' })
  })

  it.each([process.execPath, 'node'])('X25 X15 lets a program end that has left its watches: %s', async (node) => {
    const server = await secureServer()
    const folder = mkdtempSync(join(tmpdir(), 'coxswain-authority-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    // as it stands on a Node that knows no TypeScript
    const { bundleEntries } = await import('../../src/package/bundle-entries.ts')
    await bundleEntries(folder)
    const program = `import { connect } from './esm/client.js'
const kubeconfig = ${JSON.stringify(formatKubeconfig({ server: server.url, ca: tls.ca }))}
const configMaps = connect({ kubeconfig }).resource('v1', 'configmaps', { namespace: 'x' })
for await (const { object } of configMaps.watch()) {
  console.log(object.metadata.name)
  if (object.metadata.name === 'b') break
}`
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'program.js'), program)
    const environment = { env: systemEnvironment(), timeout: 10_000 }
    const output = promisify(execFile)(node, [join(folder, 'program.js')], environment)
    ;(await server.expect('GET')).json(listOf('5', ['a@2']))
    ;(await server.expect('WATCH')).stream().event('ADDED', stored('b@6'))
    expect((await output).stdout).toBe('a\nb\n')
  })

  it('X25 is refused by name where the platform cannot check it, unless a fetch can', async () => {
    const kubeconfig = formatKubeconfig({ server: 'https://127.0.0.1:1', ca: tls.ca })
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(() => connect({ kubeconfig })).toThrow(/certificate authority of its own.*give a fetch/)
    expect(() => connect({ server: 'https://127.0.0.1:1', certificateAuthority: tls.ca })).toThrow(
      /certificate authority/,
    )
    const read = connect({ kubeconfig, fetch: async () => Response.json(stored('a@5')) })
    expect((await read.resource('v1', 'configmaps').get('a')).metadata.name).toBe('a')
    // no certificate is in the way of plain http
    connect({ kubeconfig: kubeconfig.replace('https', 'http') })
  })
})

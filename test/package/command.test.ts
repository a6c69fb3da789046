import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { ApiClient } from '../support/client.ts'
import { InstalledPackage, systemEnvironment } from '../support/installed-package.ts'
import { untilPortIsFree } from '../support/start-program.ts'

const installed = new InstalledPackage(inject('installedPackage'))
const PROGRAM = join(installed.folder, 'node_modules/.bin/coxswain')
const npx = (...words: string[]) => installed.run('npx', ['coxswain', ...words])
/** The same without npx, which takes a second. */
const coxswain = (...words: string[]) => installed.run(PROGRAM, words)

/** Answers with what the API says of itself and how the command was told of it, then ends with code 7. */
const COMMAND = `const { KUBECONFIG, COXSWAIN_URL, COXSWAIN_TOKEN, COXSWAIN_FAULTS_URL } = process.env
const headers = { authorization: 'Bearer ' + COXSWAIN_TOKEN }
const { status } = await fetch(COXSWAIN_URL + '/api/v1/namespaces/default/configmaps', { headers })
const { status: faultStatus } = await fetch(COXSWAIN_FAULTS_URL, { method: 'POST', body: '{"fault":"reset"}' })
const kubeconfig = fs.readFileSync(KUBECONFIG, 'utf8').includes('server: "https://127.0.0.1:')
console.log(JSON.stringify({ status, faultStatus, kubeconfig, url: COXSWAIN_URL }))
process.exit(7)`

const DEFINITION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: crontabs.stable.example.com }
spec:
  group: stable.example.com
  names: { kind: CronTab, plural: crontabs }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: { spec: { type: object, properties: { cron: { type: string } } } }
`

describe('npx coxswain', () => {
  it('is npm start', async () => {
    const data = join(installed.folder, 'data')
    const program = spawn(PROGRAM, ['--port', '0', '--data', data], { env: systemEnvironment() as NodeJS.ProcessEnv })
    let output = ''
    while (!/--watch\n/.test(output)) output += String(await once(program.stdout, 'data'))
    const [, url = ''] = /Coxswain listens on (\S+)/.exec(output) ?? []
    expect(output).toContain(`export KUBECONFIG=${data}/kubeconfig`)
    const client = new ApiClient({ url })
    expect((await client.get('/readyz')).text).toBe('ok')
    client.close()
    expect((await coxswain('--port', '0', '--data', data)).stderr).toMatch(/^coxswain: .* is in use by another server/)
    program.kill('SIGINT')
    expect(await once(program, 'exit')).toEqual([0, null])
    await untilPortIsFree(Number(new URL(url).port), 200)
  })

  it('test-server runs a command beside a server and ends with its exit code', async () => {
    const ran = await npx(
      'test-server',
      '--',
      'node',
      '--input-type=module',
      '--eval',
      `import fs from 'node:fs'\n${COMMAND}`,
    )
    expect([ran.code, ran.stderr]).toEqual([7, ''])
    const { url, ...told } = JSON.parse(ran.stdout) as { url: string }
    expect(told).toEqual({ status: 200, faultStatus: 204, kubeconfig: true })
    await untilPortIsFree(Number(new URL(url).port), 200)
  })

  it('Q1 test-server --kubernetes has the rules of Kubernetes', async () => {
    const script = `const headers = { authorization: 'Bearer ' + process.env.COXSWAIN_TOKEN, 'content-type': 'application/json' }
const url = process.env.COXSWAIN_URL + '/api/v1/namespaces/default/configmaps'
const send = async (method, path, data) => {
  const body = JSON.stringify({ metadata: { name: 'a' }, data })
  return (await fetch(url + path, { method, headers, body })).status
}
console.log(await send('POST', '', {}), await send('PUT', '/a', { k: 'v' }))`
    const node = ['node', '--input-type=module', '--eval', script]
    const rules = async (...flags: string[]) => (await coxswain('test-server', ...flags, '--', ...node)).stdout
    expect([await rules(), await rules('--kubernetes')]).toEqual(['201 400\n', '201 200\n'])
  })

  it('test-server ends with 128 and the number of the signal that ended the command', async () => {
    expect((await coxswain('test-server', '--', 'sh', '-c', 'kill -9 $$')).code).toBe(137)
  })

  it.each([
    ['types', '--help'],
    ['types', 'crd.yaml', '-h'],
  ])('says what it takes: %s %s', async (...words) => {
    const { code, stdout, stderr } = await coxswain(...words)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^npx coxswain types FILE\n {2}prints TypeScript types/)
  })

  it('types prints types for a CustomResourceDefinition, from a file or the input', async () => {
    installed.write('crd.yaml', DEFINITION)
    const { code, stdout } = await coxswain('types', 'crd.yaml')
    expect([code, stdout]).toEqual([0, expect.stringContaining('export interface CronTab {')])
    const piped = await installed.run(PROGRAM, ['types', '-'], { input: DEFINITION })
    expect([piped.code, piped.stdout]).toEqual([0, stdout])
  })

  it('--help names each command', async () => {
    const { stdout } = await npx('--help')
    for (const word of ['npx coxswain [flags]', '--port N', 'npx coxswain test-server', 'npx coxswain types FILE'])
      expect(stdout).toContain(word)
  })

  it.each([
    [['serve'], 'there is no command "serve"; npx coxswain --help tells which there are'],
    [['test-server'], 'test-server needs a command: npx coxswain test-server -- go test ./...'],
    [['test-server', '--prot', '1', '--', 'true'], /^Unknown option '--prot'/],
    [['test-server', '--', 'no-such-program'], 'no-such-program cannot be run: ENOENT'],
    [['types'], /^types needs one file/],
    [['types', '--typo'], /^types has no flag --typo: npx coxswain types --help/],
    [['types', 'missing.yaml'], 'missing.yaml cannot be read: ENOENT'],
    [['types', 'package.json'], 'package.json: the file has no CustomResourceDefinition'],
  ])('%j is refused in one line, with exit code 1', async (words, message) => {
    const { code, stdout, stderr } = await coxswain(...words)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^coxswain: [^\n]*\n$/)
    expect(stderr.slice('coxswain: '.length, -1)).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    )
  })
})

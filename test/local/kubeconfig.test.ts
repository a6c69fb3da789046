import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'
import { formatKubeconfig } from '../../src/local/kubeconfig.ts'

const context = { cluster: 'coxswain', user: 'coxswain', namespace: 'default' }
const kubeconfig = (cluster: object, user: object) => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'coxswain', cluster }],
  users: [{ name: 'coxswain', user }],
  contexts: [{ name: 'coxswain', context }],
  'current-context': 'coxswain',
})

describe('a kubeconfig', () => {
  it('holds server, token and authority', () => {
    const text = formatKubeconfig({ server: 'https://127.0.0.1:6443', token: 'a"b: #\\', ca: 'PEM' })
    expect(parse(text)).toEqual(
      kubeconfig({ server: 'https://127.0.0.1:6443', 'certificate-authority-data': 'UEVN' }, { token: 'a"b: #\\' }),
    )
  })

  it('leaves out what an open server does not ask for', () => {
    expect(parse(formatKubeconfig({ server: 'http://127.0.0.1:1' }))).toEqual(
      kubeconfig({ server: 'http://127.0.0.1:1' }, {}),
    )
  })
})

describe('npm run kubeconfig', () => {
  const run = async (...words: string[]) => {
    const program = join(PROJECT_FOLDER, 'src/local/print-kubeconfig.ts')
    const failed = (error: { code: number; stdout: string; stderr: string }) => error
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...words]).catch(failed)
    return { stdout, stderr }
  }

  it('prints one for any deployment', async () => {
    const { stdout } = await run('--server', 'https://coxswain.example.com/', '--token', 't')
    expect(parse(stdout)).toEqual(kubeconfig({ server: 'https://coxswain.example.com' }, { token: 't' }))
  })

  it.each([
    [['--token', 't'], 'coxswain: --server is missing\n'],
    [['--server', 'https://a'], 'coxswain: --token is missing\n'],
    [['--server', 'a', '--token', 't'], 'coxswain: --server "a" is not a URL such as https://coxswain.example.com\n'],
    [['--server', 'https://a', '--token', 't', '--ca', '/none'], 'coxswain: --ca /none cannot be read\n'],
  ])('says in one line what is wrong with %j', async (words, message) => {
    expect(await run(...words)).toEqual({ stdout: '', stderr: message })
  })
})

import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { parse } from 'yaml'
import { bundleWorker } from '../../src/local/bundle.ts'
import { ApiClient } from '../support/client.ts'
import { eventually } from '../support/sandbox.ts'
import { StartProgram, untilPortIsFree, type ProgramOptions } from '../support/start-program.ts'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'

let folder: string
let started: StartProgram[]

const start = (words: string[], options?: ProgramOptions) => {
  const program = new StartProgram(['--data', folder, ...words], options)
  started.push(program)
  return program
}

interface Kubeconfig {
  clusters: { cluster: { server: string; 'certificate-authority-data'?: string } }[]
  users: { user: { token?: string } }[]
}

/** A client that knows what the kubeconfig says and nothing else. */
function clientOfKubeconfig(): ApiClient {
  const { clusters, users } = parse(readFileSync(join(folder, 'kubeconfig'), 'utf8')) as Kubeconfig
  const { server, 'certificate-authority-data': ca } = clusters[0]!.cluster
  return new ApiClient({ url: server, token: users[0]!.user.token, ca: ca && Buffer.from(ca, 'base64').toString() })
}

async function createConfigMap(name: string): Promise<number> {
  const client = clientOfKubeconfig()
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }
  const { status } = await client.request('POST', CONFIG_MAPS, { body })
  client.close()
  return status
}

async function statusOf(name: string): Promise<number> {
  const client = clientOfKubeconfig()
  const { status } = await client.request('GET', `${CONFIG_MAPS}/${name}`)
  client.close()
  return status
}

const portOf = (url: string) => Number(new URL(url).port)

beforeAll(async () => {
  await bundleWorker()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coxswain-start-'))
  started = []
})
afterEach(async () => {
  for (const program of started) await program.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

describe('npm start', () => {
  it('says where it listens and what to type; its kubeconfig is enough to work with', async () => {
    const program = start(['--port', '0'])
    const url = await program.listening()
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect(program.output).toContain(`export KUBECONFIG=${join(folder, 'kubeconfig')}`)
    expect(program.output.split('\n').filter((line) => line.trim().startsWith('kubectl '))).toHaveLength(3)
    expect(await createConfigMap('a')).toBe(201)
    const anonymous = new ApiClient({ url })
    expect((await anonymous.request('GET', CONFIG_MAPS)).status).toBeGreaterThanOrEqual(401)
    anonymous.close()
  })

  it('keeps secrets in files that only their owner can read', async () => {
    await start(['--data', join(folder, 'deep/er'), '--port', '0']).listening()
    const made = join(folder, 'deep/er')
    expect(statSync(made).mode & 0o777).toBe(0o700)
    const entries = readdirSync(made)
    expect(entries).toEqual(expect.arrayContaining(['kubeconfig', 'token', 'server-key.pem']))
    for (const name of entries) expect([name, statSync(join(made, name)).mode & 0o077]).toEqual([name, 0])
  })

  it('keeps git from what it makes, and leaves a folder alone that held something', async () => {
    await start(['--data', join(folder, 'new'), '--port', '0']).listening()
    expect(readFileSync(join(folder, 'new/.gitignore'), 'utf8')).toBe('*\n')
    await started[0]!.end()
    await start(['--port', '0']).listening()
    expect(readdirSync(folder)).not.toContain('.gitignore')
  })

  it('keeps data, token and certificate over a restart and forgets the data with --fresh', async () => {
    const first = start(['--port', '0'])
    await first.listening()
    expect(await createConfigMap('kept')).toBe(201)
    await first.end('SIGKILL')
    const [token, ca] = ['token', 'ca.pem'].map((name) => readFileSync(join(folder, name), 'utf8'))

    const second = start(['--port', '0'])
    await second.listening()
    expect(await statusOf('kept')).toBe(200)
    await second.end()

    await start(['--port', '0', '--fresh']).listening()
    expect(await statusOf('kept')).toBe(404)
    expect(['token', 'ca.pem'].map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([token, ca])
  })

  it('serves plain http without credentials with --open', async () => {
    const url = await start(['--port', '0', '--open']).listening()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await fetch(url + CONFIG_MAPS)).status).toBe(200)
    expect(await createConfigMap('a')).toBe(201)
  })

  it('takes settings from the environment, tokens of others too', async () => {
    const environment = { UNCONDITIONAL_UPDATE: 'allow', TOKENS: 'secret-of-eve,eve,system:masters' }
    const url = await start(['--port', '0'], { environment }).listening()
    expect(await createConfigMap('a')).toBe(201)
    const eve = new ApiClient({ url, token: 'secret-of-eve', ca: readFileSync(join(folder, 'ca.pem'), 'utf8') })
    const body = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a' },
      data: { written: 'without a version' },
    }
    expect((await eve.request('PUT', `${CONFIG_MAPS}/a`, { body })).status).toBe(200)
    eve.close()
  })
})

describe('npm start --kubernetes', () => {
  const put = async (settings: Record<string, string>) => {
    const environment = { PROFILE: 'coxswain', ...settings }
    const url = await start(['--port', '0', '--open', '--fresh', '--kubernetes'], { environment }).listening()
    const client = new ApiClient({ url })
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } }
    await client.request('POST', CONFIG_MAPS, { body })
    const answer = await client.request('PUT', `${CONFIG_MAPS}/a`, { body: { ...body, data: { k: 'w' } } })
    const accounts = await client.get('/api/v1/namespaces/default/serviceaccounts')
    client.close()
    await started.at(-1)!.end()
    return { answer, accounts: accounts.body.items }
  }

  it('Q1 has every rule as kube-apiserver has it; a setting that is given wins', async () => {
    const { answer, accounts } = await put({})
    expect([answer.status, accounts?.length]).toEqual([200, 1])
    const refused = await put({ UNCONDITIONAL_UPDATE: 'refuse', NAMESPACE_OBJECTS: 'none' })
    expect([refused.answer.status, refused.accounts?.length]).toEqual([400, 0])
    expect(refused.answer.body.message).toContain('--kubernetes')
  })
})

describe('the end of npm start', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'Q5 %s ends watches in order, then all, in a second',
    async (signal) => {
      const program = start(['--port', '0'])
      const url = await program.listening()
      const watch = await watchOf(url)
      const socket = await socketOf(url)
      const { code, errorLines, tookMs } = await program.end(signal)
      expect({ code, errorLines }).toEqual({ code: 0, errorLines: [] })
      expect(tookMs).toBeLessThan(1000)
      await untilPortIsFree(portOf(url), 200)
      // the end of the body has come, and the close frame
      expect(await watch.ended).toBe(true)
      expect(await socket.closed).toBe(1000)
    },
  )

  it('kill -9 of it ends workerd too', async () => {
    const program = start(['--port', '0'])
    const url = await program.listening()
    await program.end('SIGKILL')
    await untilPortIsFree(portOf(url), 1000)
  })

  it('kill -9 of npm ends both', async () => {
    const program = start(['--port', '0'], { throughNpm: true })
    const url = await program.listening()
    await program.end('SIGKILL')
    await untilPortIsFree(portOf(url), 2000)
  })
})

const access = () => ({
  headers: { authorization: `Bearer ${readFileSync(join(folder, 'token'), 'utf8').trim()}` },
  ca: readFileSync(join(folder, 'ca.pem'), 'utf8'),
})

/** A watch over HTTP that is open; `ended` tells whether its body came to its end. */
async function watchOf(url: string): Promise<{ ended: Promise<boolean> }> {
  const request = https.get(`${url}${CONFIG_MAPS}?watch=1`, access())
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  return { ended: once(response.resume(), 'close').then(() => response.complete) }
}

/** A watch over a socket; `closed` tells by which code. */
async function socketOf(url: string): Promise<{ closed: Promise<number> }> {
  const socket = new WebSocket(`${url.replace('https', 'wss')}${CONFIG_MAPS}?watch=1`, access())
  await once(socket, 'open')
  return { closed: once(socket, 'close').then(([code]) => code as number) }
}

describe('npm start with few files that may be open', () => {
  it('Q6 outlives a flood of connections, and answers when it is over', async () => {
    const program = start(['--port', '0'], { openFiles: 400 })
    const url = await program.listening()
    const flood = Array.from({ length: 600 }, () =>
      connect({ port: portOf(url) })
        .on('error', () => {})
        .resume(),
    )
    // more than there may be are closed, and the rest stays
    const refused = flood.map((client) => new Promise((resolve) => client.once('close', resolve)))
    await Promise.race(refused)
    for (const client of flood) client.destroy()
    await Promise.all(refused)
    // it hears of their end a little later
    const status = await eventually(() => createConfigMap('after').catch(() => undefined), 'an answer')
    expect(status).toBe(201)
    const { errorLines } = await program.end()
    expect(errorLines).toEqual([expect.stringMatching(/^72 connections are open, and more are refused/)])
  })
})

describe('npm start refuses in one line, with exit code 1,', () => {
  const refusal = async (words: string[], options?: ProgramOptions) => {
    const { code, errorLines } = await start(words, options).ended
    expect(code).toBe(1)
    expect(errorLines).toHaveLength(1)
    return errorLines[0]
  }

  it('a port that is taken', async () => {
    const other = createServer()
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    const { port } = other.address() as { port: number }
    expect(await refusal(['--port', String(port)])).toBe(
      `coxswain: 127.0.0.1:${port} is taken; choose another port with --port`,
    )
    other.close()
  })

  it('a folder that another one uses', async () => {
    await start(['--port', '0']).listening()
    expect(await refusal(['--port', '0', '--fresh'])).toMatch(/is in use by another server/)
    expect(await statusOf('none')).toBe(404)
  })

  it('a folder that cannot be made', async () => {
    writeFileSync(join(folder, 'file'), '')
    const path = join(folder, 'file/below')
    expect(await refusal(['--data', path])).toBe(`coxswain: cannot write to ${path}: it is not a folder`)
  })

  it.each([
    [['--prot', '1'], /Unknown option '--prot'.*--port N/],
    [['--port', 'http'], /--port "http" is not a port/],
    [['--port', '65536'], /--port "65536" is not a port/],
    [['--port'], /--port <value>' argument missing/],
    [['start'], /Unexpected argument 'start'/],
    [['--open=yes'], /'--open' does not take an argument/],
  ])('the words %j', async (words, message) => {
    expect(await refusal(words)).toMatch(message)
  })

  it('flags that npm takes for its own, as `npm start --port 7000` has them', async () => {
    const environment = { npm_config_port: 'true' }
    expect(await refusal(['7000'], { environment })).toBe(
      'coxswain: npm has taken --port for a flag of its own; put -- before it: npm start -- --port',
    )
  })

  it.each([
    [{ HISTORY_MINUTES: 'long' }, /HISTORY_MINUTES is "long": it must be a number/],
    [{ UNCONDITIONAL_UPDATE: 'yes' }, /UNCONDITIONAL_UPDATE is "yes": it must be "refuse" or "warn" or "allow"/],
    [{ CORS_ORIGINS: 'example.com' }, /CORS_ORIGINS/],
    [{ TOKENS: 'a,b\nhush' }, /TOKENS, line 2: it must be token,user,group\|group$/],
  ])('the settings %j', async (environment, message) => {
    expect(await refusal(['--port', '0'], { environment })).toMatch(message)
  })
})

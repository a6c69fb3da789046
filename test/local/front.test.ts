import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Front, type FrontOptions, startFront } from '../../src/local/front.ts'
import { connectionsWithin } from '../../src/local/open-files.ts'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'
import { openStateFolder } from '../../src/local/state-folder.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0

/** Ends with the error of an end without a goodbye, where there was none. */
const READ_TO_THE_END = `import socket, ssl, sys
context = ssl.create_default_context(cafile=sys.argv[2])
raw = socket.create_connection(('127.0.0.1', int(sys.argv[1])))
secure = context.wrap_socket(raw, server_hostname='localhost', suppress_ragged_eofs=False)
secure.sendall(b'hello')
while data := secure.recv(100): print(data.decode())`

describe('the front of npm start', () => {
  let folder: string
  let behind: Server
  let fronts: Front[]
  let lines: string[]

  /** Answers the first word, then closes: as workerd does with a connection that has been idle. */
  const answerOnce = (connection: Socket) => connection.once('data', (data) => connection.end(`${String(data)} to you`))

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'coxswain-front-'))
    fronts = []
    lines = []
    behind = createServer({ allowHalfOpen: true }, (connection) => answerOnce(connection.on('error', () => {})))
    behind.listen(join(folder, 'api'))
    await once(behind, 'listening')
  })
  afterEach(async () => {
    for (const front of fronts) await front.end(0)
    behind.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function front(options: Partial<FrontOptions> = {}): Promise<Front> {
    const made = await startFront({
      port: 0,
      behind: join(folder, 'api'),
      maxConnections: 100,
      onLog: (line) => lines.push(line),
      ...options,
    })
    fronts.push(made)
    return made
  }

  it.skipIf(!hasPython)('Q6 says goodbye in TLS when the server behind closes (skipped without python3)', async () => {
    const { tls, caFile } = await openStateFolder(join(folder, 'state'), new Date())
    const { port } = await front({ tls })
    const { stdout } = await promisify(execFile)('python3', ['-c', READ_TO_THE_END, String(port), caFile])
    expect(stdout).toBe('hello to you\n')
  })

  it('Q6 answers a client that has said all', async () => {
    const client = connect({ port: (await front()).port, allowHalfOpen: true })
    client.end('hello')
    expect(await text(client)).toBe('hello to you')
  })

  it('Q6 closes a connection that says nothing', async () => {
    const { port } = await front({ firstWordMs: 50 })
    const client = connect({ port }).resume()
    await once(client, 'close')
  })

  it('Q6 refuses connections that are too many, says so once, and goes on with the others', async () => {
    const { port } = await front({ maxConnections: 2 })
    const first = [connect({ port }), connect({ port })]
    await Promise.all(first.map((client) => once(client, 'connect')))
    for (let n = 0; n < 3; n++) {
      const refused = connect({ port })
        .on('error', () => {})
        .resume()
      await once(refused, 'close')
    }
    expect(lines).toEqual([expect.stringMatching(/^2 connections are open, and more are refused: .*ulimit -Hn/)])
    for (const client of first) client.write('hello')
    expect(await Promise.all(first.map((client) => text(client)))).toEqual(['hello to you', 'hello to you'])
    expect(await text(connect({ port }).end('hello'))).toBe('hello to you')
  })

  it('Q6 a client that is gone is gone for the server behind', async () => {
    const { port } = await front()
    const met = once(behind, 'connection') as Promise<[Socket]>
    const client = connect({ port })
    client.write('hello')
    const [connection] = await met
    client.resetAndDestroy()
    await new Promise((resolve) => connection.once('close', resolve))
  })
})

describe('the limit of open files', () => {
  it('Q6 is raised as far as it may be, here and in what is started', async () => {
    const script = `import { spawnSync } from 'node:child_process'
import { openFilesLimit } from './src/local/open-files.ts'
console.log(openFilesLimit(), Number(spawnSync('sh', ['-c', 'ulimit -Sn']).stdout))`
    const shell = `ulimit -Sn 300; ulimit -Hn 1500; exec "$0" --input-type=module-typescript --eval "$1"`
    const { stdout } = await promisify(execFile)('sh', ['-c', shell, process.execPath, script], { cwd: PROJECT_FOLDER })
    expect(stdout).toBe('1500 1500\n')
  })

  it.each([
    [20_000, 9_872],
    [300, 22],
    [10, 16],
    [Infinity, Infinity],
  ])('Q6 of %d leaves room for %d connections', (limit, connections) => {
    expect(connectionsWithin(limit)).toBe(connections)
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeName } from '../../src/local/taken-name.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coxswain-name-'))
  file = join(folder, 'lock')
  writeFileSync(file, '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe.each([
  ['a name without a file', undefined],
  ['a socket in a file', (hash: string) => join(folder, hash)],
])('%s', (_kind, toAddress) => {
  it('is had by one at a time', async () => {
    const first = await takeName(file, toAddress)
    expect(first).toBeDefined()
    expect(await takeName(file, toAddress)).toBeUndefined()
    first?.release()
    const second = await takeName(file, toAddress)
    expect(second).toBeDefined()
    second?.release()
  })

  it('is another one for another file', async () => {
    const other = join(folder, 'other')
    writeFileSync(other, '')
    const names = [await takeName(file, toAddress), await takeName(other, toAddress)]
    expect(names).toEqual([expect.anything(), expect.anything()])
    for (const name of names) name?.release()
  })
})

describe('a socket in a file that a killed process left behind', () => {
  it('is taken over', async () => {
    const address = join(folder, 'left')
    const script = `require('net').createServer().listen(${JSON.stringify(address)}, () => console.log('listens'))`
    const killed = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(killed.stdout, 'data')
    expect(await takeName(file, () => address)).toBeUndefined()
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const name = await takeName(file, () => address)
    expect(name).toBeDefined()
    name?.release()
  })

  it('but not one that somebody listens on', async () => {
    const address = join(folder, 'used')
    const server = createServer().listen(address)
    await once(server, 'listening')
    expect(await takeName(file, () => address)).toBeUndefined()
    server.close()
  })
})

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listOf, ScriptedServer } from '../support/scripted-server.ts'

describe('a program that stops its watches', () => {
  it('X15 G32 ends by itself', async () => {
    const server = await ScriptedServer.start()
    onTestFinished(() => server.stop())
    const program = promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'leaving-program.ts'), server.url],
      {
        timeout: 10_000,
      },
    )
    let ended = false
    const output = program.then(({ stdout }) => ((ended = true), stdout))
    // the list and the socket of the informer, then those of the watch, which may never get its own
    for (let open = 0; open < 2;) {
      const exchange = await Promise.race([server.next(), output.then(() => undefined)])
      if (!exchange) break
      if (exchange.verb === 'GET') exchange.json(listOf('5', ['a@2']))
      else void exchange.socket()
      if (exchange.verb === 'WATCH') open++
    }
    expect(await output).toBe('a\n')
    expect([ended, server.connections]).toEqual([true, 0])
  })
})

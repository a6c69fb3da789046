import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../test/support/server.ts'
import { uniqueName } from '../../test/support/sandbox.ts'
import { ENVIRONMENT, type Tool } from './tool.ts'

const run = promisify(execFile)
/** A walk of a client takes seconds. */
const WALK_MS = 120_000

/**
 * Runs a program that walks through what its client does and prints `ok NAME` for each step. The steps are named here too,
 * so that none can be left out without a word. `promise` is its id in docs/protocol.md.
 */
export function walk(promise: string, client: string, { command, missing }: Tool, steps: readonly string[]): void {
  describe.skipIf(missing !== undefined)(missing === undefined ? client : `${client} (${missing})`, () => {
    it(`${promise}works unchanged with the default settings`, { timeout: WALK_MS }, async () => {
      const server = await startServer({ tls: true })
      try {
        const [program = '', ...parameters] = command ?? []
        const { stdout } = await run(program, parameters, {
          timeout: WALK_MS,
          env: { ...ENVIRONMENT, KUBECONFIG: server.kubeconfigPath, COXSWAIN_NAMESPACE: uniqueName('compat') },
        })
        expect(stdout.trim().split('\n')).toEqual(steps.map((step) => `ok ${step}`))
        expect(server.log).toEqual([])
      } finally {
        await server.stop()
      }
    })
  })
}

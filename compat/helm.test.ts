import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../test/support/server.ts'
import { COMPAT_FOLDER, ENVIRONMENT } from './support/tool.ts'
import { helm } from './support/tools.ts'

const run = promisify(execFile)
const CHART = join(COMPAT_FOLDER, 'chart')
/** Every release, whatever its status: what Helm 4 lists by itself. */
const LIST = { 3: 'list --all -o json', 4: 'list -o json' }

interface Release {
  name: string
  revision: string
  status: string
}

for (const major of [3, 4] as const) {
  const { command, missing } = await helm(major)
  const title = missing === undefined ? `Helm ${major}` : `Helm ${major} (${missing})`

  describe.skipIf(missing !== undefined)(title, () => {
    let server: TestServer
    const home = mkdtempSync(join(tmpdir(), 'coxswain-helm-'))
    afterAll(() => rmSync(home, { recursive: true, force: true }))

    const start = async (settings: Record<string, string>) => {
      server = await startServer({ tls: true, settings })
    }

    /** What a command prints that must succeed. */
    async function ok(words: string): Promise<string> {
      const env = { ...ENVIRONMENT, HOME: home, KUBECONFIG: server.kubeconfigPath }
      return (await run(command?.[0] ?? '', words.split(' '), { env })).stdout
    }
    const releases = async () => JSON.parse(await ok(LIST[major])) as Release[]
    const level = async () => {
      const answer = await server.fetch('/api/v1/namespaces/default/configmaps/game')
      return answer.ok ? ((await answer.json()) as { data: { level: string } }).data.level : answer.status
    }

    describe('with the rules of Kubernetes', () => {
      beforeAll(() => start({ PROFILE: 'kubernetes' }))
      afterAll(() => server.stop())

      it('E7 installs, upgrades, rolls back and uninstalls', async () => {
        await ok(`install game ${CHART}`)
        expect(await releases()).toMatchObject([{ name: 'game', revision: '1', status: 'deployed' }])
        await ok(`upgrade game ${CHART} --set level=2`)
        expect([await level(), (await releases())[0]?.revision]).toEqual(['2', '2'])
        await ok('rollback game 1')
        expect([await level(), (await releases())[0]?.revision]).toEqual(['1', '3'])
        expect(JSON.parse(await ok('history game -o json'))).toMatchObject([
          { revision: 1, status: 'superseded' },
          { revision: 2, status: 'superseded' },
          { revision: 3, status: 'deployed' },
        ])
        await ok('uninstall game')
        expect([await level(), await releases()]).toEqual([404, []])
        expect(server.log).toEqual([])
      })
    })

    describe('with the default settings', () => {
      beforeAll(() => start({}))
      afterAll(() => server.stop())

      it('E8 cannot finish a release, as it updates its record without a version', async () => {
        await ok(`install game ${CHART}`)
        expect(await releases()).toMatchObject([{ name: 'game', status: 'pending-install' }])
      })
    })
  })
}

import { describe, expect, it } from 'vitest'
import { manifest, useKubectl } from '../test/kubectl/support/place.ts'
import { kubectlPrograms } from '../test/kubectl/support/programs.ts'

for (const program of await kubectlPrograms())
  describe.skipIf(program.file === undefined)(`pruning with ${program.name}`, () => {
    const box = useKubectl(program)

    it('E9 apply --prune takes away what the files no longer name', async () => {
      const place = await box.place()
      place.write('all.yaml', [manifest('a', '1'), manifest('b', '1')].join('---\n'))
      place.write('one.yaml', manifest('a', '1'))
      const prune = '--prune -l app=web --prune-allowlist=core/v1/ConfigMap'
      await place.run(`apply ${prune} -f all.yaml`)
      await place.run(`apply ${prune} -f one.yaml`)
      expect(await place.ok('get configmaps -o name')).toBe('configmap/a\n')
    })

    it('E10 ApplySets take away what their members no longer name', async () => {
      const place = await box.place()
      place.write('all.yaml', [manifest('a', '1'), manifest('b', '1')].join('---\n'))
      place.write('one.yaml', manifest('a', '1'))
      const words = (file: string) => ['-n', place.name, 'apply', '--prune', '--applyset=secret/set', '-f', file]
      const environment = { KUBECTL_APPLYSET: 'true' }
      for (const file of ['all.yaml', 'one.yaml']) {
        const { code, stderr } = await place.kubectl.run(words(file), environment)
        expect([code, stderr.split('\n').filter((line) => line.startsWith('error'))]).toEqual([0, []])
      }
      expect(await place.ok('get configmaps -o name')).toBe('configmap/a\n')
    })
  })

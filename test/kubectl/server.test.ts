import { describe, expect, it } from 'vitest'
import { manifest, useKubectl } from './support/place.ts'
import { kubectlPrograms } from './support/programs.ts'
import { rowsOf } from './support/tables.ts'

const GUEST_TOKEN = 'guest-token'

for (const program of await kubectlPrograms())
  describe.skipIf(program.file === undefined)(`the server as seen by ${program.name}`, () => {
    const box = useKubectl(program, { TOKENS: `${GUEST_TOKEN},guest,guests` })

    it('V1 V2 tells its version and that it is ready', async () => {
      // an old one warns of the difference on stderr
      const { stdout } = await box.kubectl.run(['version', '-o', 'json'])
      const { serverVersion } = JSON.parse(stdout) as { serverVersion: { gitVersion: string } }
      expect(serverVersion.gitVersion).toBe('v1.37.2+coxswain')
      expect(await box.kubectl.output('get', '--raw', '/readyz')).toBe('ok')
    })

    it('V3 V4 lists what it serves', async () => {
      const resources = rowsOf(await box.kubectl.output('api-resources', '--no-headers'))
      expect(resources).toContainEqual(['configmaps', 'cm', 'v1', 'true', 'ConfigMap'])
      expect(resources).toContainEqual(['namespaces', 'ns', 'v1', 'false', 'Namespace'])
      expect(resources).toContainEqual(['leases', 'coordination.k8s.io/v1', 'true', 'Lease'])
    })

    it('V9 V10 tells who asks, and what they may', async () => {
      expect(JSON.parse(await box.kubectl.output('auth', 'whoami', '-o', 'json'))).toMatchObject({
        status: { userInfo: { username: 'admin', groups: ['system:masters', 'system:authenticated'] } },
      })
      expect(await box.kubectl.output('auth', 'can-i', 'create', 'configmaps')).toBe('yes\n')
    })

    it('A2 A3 refuses in words who may not', async () => {
      const place = await box.place()
      expect(await place.refusal(`get configmaps --token=${GUEST_TOKEN}`)).toBe(
        'Error from server (Forbidden): configmaps is forbidden: User "guest" cannot list resource "configmaps" ' +
          `in API group "" in the namespace "${place.name}"\n`,
      )
      expect(await place.refusal('get configmaps --token=wrong')).toBe(
        'error: You must be logged in to the server (Unauthorized)\n',
      )
    })

    it('G1 describes each kind', async () => {
      const place = await box.place()
      place.write('a.yaml', manifest('a', 'the value'))
      await place.ok('create -f a.yaml')
      await place.ok('create secret generic s --from-literal=p=geheim')
      await place.ok('create serviceaccount bot')
      const described = await place.ok('describe cm a')
      expect(described).toMatch(/^Name: +a\nNamespace: +kubectl-\w+\nLabels: +app=web\n/)
      expect(described).toContain('key:\n----\nthe value\n')
      expect(await place.ok('describe secret s')).toContain('p:  6 bytes')
      expect(await place.ok('describe sa bot')).toMatch(/^Name: +bot\n/)
      expect(await place.ok(`describe ns ${place.name}`)).toMatch(/\nStatus: +Active\n/)
    })

    it('V6 explains each kind', async () => {
      expect(await box.kubectl.output('explain', 'configmap')).toMatch(
        /^KIND: +ConfigMap\nVERSION: +v1\n[^]*\n {2}data\t<map\[string\]string>\n/,
      )
      expect(await box.kubectl.output('explain', 'lease.spec.holderIdentity')).toMatch(/FIELD: holderIdentity <string>/)
    })
  })

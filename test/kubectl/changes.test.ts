import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownServerOnly } from '../support/black-box.ts'
import { ApiClient } from '../support/client.ts'
import { ownersIn } from '../support/managed-fields.ts'
import { configMap, namesIn, ownerOf } from '../support/objects.ts'
import { Sandbox, untilGone } from '../support/sandbox.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { Kubectl } from './support/kubectl.ts'
import { kubectlPrograms } from './support/programs.ts'

/** After `apply --server-side` of what `apply` made: kubectl keeps its annotation under a manager of its own. */
const migratedOwners = ['kubectl Apply', 'kubectl-last-applied Apply', 'somebody Update']
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

for (const { name, file } of await kubectlPrograms())
  describe.skipIf(file === undefined || ownServerOnly)(`changes by ${name}`, () => {
    let server: TestServer
    let client: ApiClient
    let kubectl: Kubectl

    beforeAll(async () => {
      server = await startServer({ tls: true })
      client = new ApiClient({ url: server.url, token: server.token, ca: server.ca })
      kubectl = new Kubectl(file!, server.kubeconfigPath)
    })

    afterAll(async () => {
      client?.close()
      kubectl?.remove()
      await server?.stop()
    })

    /** A namespace, and kubectl working in it. */
    async function prepare() {
      const ns = await Sandbox.open(client, 'kubectl')
      const inNamespace = (words: string[]) => ['-n', ns.name, ...words]
      return {
        ns,
        says: (...words: string[]) => kubectl.output(...inNamespace(words)),
        fails: (...words: string[]) => kubectl.failure(...inNamespace(words)),
        run: (words: string[], environment?: Record<string, string>) => kubectl.run(inNamespace(words), environment),
        data: async (name = 'a') => (await ns.read(name)).data,
      }
    }

    it('G20 Y18 apply, edit, apply --server-side, conflict, --force-conflicts, diff', async () => {
      const { ns, says, fails, run, data } = await prepare()
      const path = kubectl.write('a.json', configMap('a', { a: '1', b: '1', c: '1' }))
      expect(await says('apply', '-f', path)).toBe('configmap/a created\n')
      expect(await says('apply', '-f', path)).toBe('configmap/a unchanged\n')
      await ns.patch('a', 'merge', { data: { other: 'x' } }, { fieldManager: 'somebody' })
      kubectl.write('a.json', configMap('a', { a: '2', b: '1' }))
      expect(await says('apply', '-f', path)).toBe('configmap/a configured\n')
      expect(await data()).toEqual({ a: '2', b: '1', other: 'x' })

      const editor = kubectl.write('editor.sh', '#!/bin/sh\nsed -i \'s/^  a: "2"$/  a: edited/\' "$1"\n', 0o755)
      const edited = await run(['edit', 'configmap/a'], { KUBE_EDITOR: editor })
      expect([edited.code, edited.stdout, edited.stderr]).toEqual([0, 'configmap/a edited\n', ''])
      expect(await data()).toEqual({ a: 'edited', b: '1', other: 'x' })
      const untouched = await run(['edit', 'configmap/a'], { KUBE_EDITOR: 'true' })
      expect(untouched.code).toBe(0)
      expect(untouched.stdout + untouched.stderr).toContain('no changes made')

      const conflict = await fails('apply', '--server-side', '-f', path)
      expect(conflict.stderr).toContain('conflict with "kubectl-edit" using v1: .data.a')
      expect(await data()).toEqual({ a: 'edited', b: '1', other: 'x' })
      const forced = await says('apply', '--server-side', '--force-conflicts', '-f', path)
      expect(forced).toBe('configmap/a serverside-applied\n')
      const migrated = await ns.read('a')
      expect(migrated.data).toEqual({ a: '2', b: '1', other: 'x' })
      expect(Object.keys(ownersIn(migrated)).toSorted()).toEqual(migratedOwners)
      expect(JSON.parse(migrated.metadata.annotations![LAST_APPLIED]!)).toMatchObject({ data: { a: '2', b: '1' } })

      kubectl.write('a.json', configMap('a', { a: '3', new: '1' }))
      for (const sides of [['--server-side'], []]) {
        const { code, stdout } = await run(['diff', ...sides, '-f', path])
        expect([sides, code]).toEqual([sides, 1])
        const lines = stdout.split('\n').filter((line) => /^[+-] {2}\w/.test(line))
        expect(lines).toEqual(expect.arrayContaining(['-  a: "2"', '+  a: "3"', '+  new: "1"']))
      }
      expect(await ns.read('a')).toEqual(migrated)
      await says('apply', '--server-side', '-f', path)
      expect(await data()).toEqual({ a: '3', new: '1', other: 'x' })
      expect((await run(['diff', '--server-side', '-f', path])).code).toBe(0)
    })

    it('O5 O6 O1 delete --cascade=foreground, orphan, background', async () => {
      const { ns, says } = await prepare()
      for (const cascade of ['foreground', 'orphan', 'background']) {
        const owner = await ns.create('owner')
        const reference = ownerOf(owner, { blockOwnerDeletion: true, controller: true })
        for (const name of ['d1', 'd2']) await ns.create(name, {}, { ownerReferences: [reference] })
        const deletion = await says('delete', 'configmap', 'owner', `--cascade=${cascade}`)
        expect(deletion).toMatch(/^configmap "owner" deleted( from \S+ namespace)?\n$/)
        expect((await ns.client.get(`${ns.configMaps}/owner`)).status).toBe(404)
        const dependents = ['d1', 'd2'].map((name) => `${ns.configMaps}/${name}`)
        if (cascade === 'orphan') {
          const left = await ns.list()
          expect(namesIn(left)).toEqual(['d1', 'd2'])
          for (const item of left.items!) expect(item.metadata.ownerReferences).toBeUndefined()
          await says('delete', 'configmap', 'd1', 'd2')
        } else if (cascade === 'foreground') {
          expect(namesIn(await ns.list())).toEqual([])
        } else await untilGone(client, dependents)
      }
    })

    it('D6 delete waits for finalizers', async () => {
      const { ns, says, run } = await prepare()
      await ns.create('a', {}, { finalizers: ['example.com/hold'] })
      const watch = await ns.watch({ fieldSelector: 'metadata.name=a' })
      await watch.events.next()
      const deleting = run(['delete', 'configmap', 'a'])
      expect((await watch.events.next(20_000)).object.metadata.deletionTimestamp).toBeTruthy()
      watch.close()
      expect(await says('patch', 'configmap', 'a', '-p', '{"metadata":{"finalizers":null}}')).toBe(
        'configmap/a patched\n',
      )
      const { code, stderr } = await deleting
      expect([code, stderr]).toEqual([0, ''])
    })

    it('S7 D1 apply --prune takes away what is left out', async () => {
      const { ns, says } = await prepare()
      const labels = { app: 'pruned' }
      const documents = (...names: string[]) =>
        names.map((name) => JSON.stringify(configMap(name, { k: '1' }, { labels }))).join('\n')
      const path = kubectl.write('several.json', documents('a', 'b', 'c'))
      const prune = ['apply', '--prune', '-l', 'app=pruned', '--prune-allowlist=core/v1/ConfigMap', '-f', path]
      await ns.create('unlabelled')
      await ns.create('made-otherwise', {}, { labels })
      expect(await says(...prune)).toBe('configmap/a created\nconfigmap/b created\nconfigmap/c created\n')
      kubectl.write('several.json', documents('b'))
      expect(await says(...prune)).toBe('configmap/b unchanged\nconfigmap/a pruned\nconfigmap/c pruned\n')
      expect(namesIn(await ns.list())).toEqual(['b', 'made-otherwise', 'unlabelled'])
    })

    it('V12 create, diff, apply and replace of a file of kind List', async () => {
      const { ns, says, fails, run, data } = await prepare()
      const list = (...items: object[]) => ({ apiVersion: 'v1', kind: 'List', metadata: {}, items })
      const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { k: 'MQ==' } }
      const path = kubectl.write('list.json', list(configMap('a', { k: '1' }), secret))
      expect(await says('create', '--save-config', '-f', path)).toBe('configmap/a created\nsecret/s created\n')
      expect((await run(['diff', '-f', path])).code).toBe(0)
      kubectl.write('list.json', list(configMap('a', { k: '2' }), secret))
      const differs = await run(['diff', '-f', path])
      expect([differs.code, differs.stderr]).toEqual([1, ''])
      expect(differs.stdout).toContain('+  k: "2"')
      expect(await says('apply', '-f', path)).toBe('configmap/a configured\nsecret/s unchanged\n')
      expect(await data()).toEqual({ k: '2' })

      const print = async () =>
        kubectl.write('printed.yaml', await says('get', 'configmap/a', 'secret/s', '-o', 'yaml'))
      expect(await says('apply', '-f', await print())).toBe('configmap/a configured\nsecret/s configured\n')
      expect(await says('replace', '-f', await print())).toBe('configmap/a replaced\nsecret/s replaced\n')
      expect(await data()).toEqual({ k: '2' })

      const unknown = { ...configMap('b'), dara: { k: '1' } }
      const refused = await fails('create', '-f', kubectl.write('unknown.json', list(unknown)))
      expect(refused.stderr).toContain('unknown field "dara" in io.k8s.api.core.v1.ConfigMap')
      expect((await ns.client.get(`${ns.configMaps}/b`)).status).toBe(404)
    })

    it('P6 apply -k brings a kustomization in', async () => {
      const { ns, says, data } = await prepare()
      const configMapGenerator = [{ name: 'made', literals: ['k=1'], options: { disableNameSuffixHash: true } }]
      kubectl.write('kustomization.yaml', { configMapGenerator, labels: [{ pairs: { app: 'k' } }] })
      expect(await says('apply', '-k', '.')).toContain('configmap/made created\n')
      configMapGenerator[0]!.literals = ['k=2', 'l=1']
      kubectl.write('kustomization.yaml', { configMapGenerator, labels: [{ pairs: { app: 'k' } }] })
      expect(await says('apply', '-k', '.')).toContain('configmap/made configured\n')
      expect([await data('made'), (await ns.read('made')).metadata.labels]).toEqual([{ k: '2', l: '1' }, { app: 'k' }])
    })

    it('P1 P5 P6 patch --type=json, merge, strategic', async () => {
      const { ns, says, fails, data } = await prepare()
      await ns.create('a', { k: '1' })
      const patch = (type: string, body: unknown) => [
        'patch',
        'configmap',
        'a',
        `--type=${type}`,
        '-p',
        JSON.stringify(body),
      ]
      const operations = [
        { op: 'test', path: '/data/k', value: '1' },
        { op: 'add', path: '/data/json', value: '1' },
      ]
      expect(await says(...patch('json', operations))).toBe('configmap/a patched\n')
      expect(await says(...patch('merge', { data: { merge: '1' } }))).toBe('configmap/a patched\n')
      expect(await says(...patch('strategic', { data: { strategic: '1' } }))).toBe('configmap/a patched\n')
      expect(await says(...patch('merge', { data: { merge: '1' } }))).toBe('configmap/a patched (no change)\n')
      const all = { k: '1', json: '1', merge: '1', strategic: '1' }
      expect(await data()).toEqual(all)
      const failing = await fails(...patch('json', [{ op: 'test', path: '/data/k', value: '2' }]))
      expect(failing.stderr).toContain('the server rejected our request due to an error in our request')
      const stale = { metadata: { resourceVersion: '1' }, data: { k: '2' } }
      expect((await fails(...patch('merge', stale))).stderr).toContain('the object has been modified')
      expect(await data()).toEqual(all)
      const dry = await says('patch', 'configmap', 'a', '--dry-run=server', '-p', '{"data":{"k":"3"}}')
      expect([dry, await data()]).toEqual(['configmap/a patched\n', all])
    })

    it('P5 P10 label and annotate', async () => {
      const { ns, says, fails } = await prepare()
      const created = await ns.create('a', { k: '1' })
      expect(await says('label', 'configmap', 'a', 'tier=one')).toBe('configmap/a labeled\n')
      expect(await says('label', 'configmap', 'a', 'tier=one')).toBe('configmap/a not labeled\n')
      expect((await fails('label', 'configmap', 'a', 'tier=two')).stderr).toContain('--overwrite is false')
      expect(await says('label', '--overwrite', 'configmap', 'a', 'tier=two')).toBe('configmap/a labeled\n')
      expect(await says('annotate', 'configmap', 'a', 'example.com/note=x')).toBe('configmap/a annotated\n')
      const { metadata } = await ns.read('a')
      expect([metadata.labels, metadata.annotations]).toEqual([{ tier: 'two' }, { 'example.com/note': 'x' }])
      const old = `--resource-version=${created.metadata.resourceVersion}`
      expect((await fails('label', old, 'configmap', 'a', 'late=1')).stderr).toContain('the object has been modified')
      const current = `--resource-version=${metadata.resourceVersion}`
      expect(await says('label', current, 'configmap', 'a', 'tier-')).toMatch(/^configmap\/a (un)?labeled\n$/)
      expect(await says('annotate', 'configmap', 'a', 'example.com/note-')).toBe('configmap/a annotated\n')
      const after = await ns.read('a')
      expect([after.metadata.labels, after.metadata.annotations, after.data]).toEqual([
        undefined,
        undefined,
        { k: '1' },
      ])
    })

    it('G02 replace of a file without a version', async () => {
      const { ns, says, data } = await prepare()
      await ns.create('a', { k: '1' })
      const path = kubectl.write('replace.json', configMap('a', { k: '2' }))
      expect(await says('replace', '-f', path)).toBe('configmap/a replaced\n')
      expect(await data()).toEqual({ k: '2' })
    })

    it('G23 N14 delete of a namespace waits until it is gone', async () => {
      const { ns } = await prepare()
      await ns.create('held', {}, { finalizers: ['example.com/hold'] })
      await ns.createMany(['a', 'b', 'c'])
      const deleting = kubectl.run(['delete', 'namespace', ns.name])
      await untilGone(client, [`${ns.configMaps}/c`])
      await ns.patch('held', 'merge', { metadata: { finalizers: null } })
      const { code, stdout, stderr } = await deleting
      expect([code, stdout, stderr]).toEqual([0, `namespace "${ns.name}" deleted\n`, ''])
      expect((await client.get(ns.self)).status).toBe(404)
    })
  })

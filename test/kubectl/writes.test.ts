import { describe, expect, it } from 'vitest'
import { manifest, useKubectl } from './support/place.ts'
import { kubectlPrograms } from './support/programs.ts'
import { namesOf, rowsOf } from './support/tables.ts'

const lease = 'apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: lock}\nspec: {holderIdentity: me}\n'
const misspelt = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndta: {a: b}\n'
const notServed = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n'

for (const program of await kubectlPrograms())
  describe.skipIf(program.file === undefined)(`writes by ${program.name}`, () => {
    const box = useKubectl(program)

    it('M2 create makes a namespace and, in protobuf, what goes into it', async () => {
      const place = box.newPlace()
      expect(await place.ok(`create namespace ${place.name}`)).toBe(`namespace/${place.name} created\n`)
      expect(await place.ok('create configmap cm --from-literal=a=1 --from-literal=b=2')).toBe('configmap/cm created\n')
      expect(await place.ok('create secret generic s --from-literal=p=geheim')).toBe('secret/s created\n')
      expect(await place.ok('create serviceaccount bot')).toBe('serviceaccount/bot created\n')
      expect(JSON.parse(await place.ok('get cm cm -o json'))).toMatchObject({ data: { a: '1', b: '2' } })
      expect(JSON.parse(await place.ok('get secret s -o json'))).toMatchObject({
        type: 'Opaque',
        data: { p: Buffer.from('geheim').toString('base64') },
      })
      expect(await place.ok('get sa bot -o name')).toBe('serviceaccount/bot\n')
    })

    it('C3 N5 create refuses what exists, and what has no namespace, in words', async () => {
      const place = await box.place()
      await place.ok('create configmap cm')
      expect(await place.refusal('create configmap cm')).toBe(
        'error: failed to create configmap: configmaps "cm" already exists\n',
      )
      const absent = box.newPlace()
      expect(await absent.refusal('create configmap cm')).toBe(
        `error: failed to create configmap: namespaces "${absent.name}" not found\n`,
      )
    })

    it('M2 create takes files, several objects in one', async () => {
      const place = await box.place()
      place.write('both.yaml', `${manifest('a', '1')}---\n${lease}`)
      expect(await place.ok('create -f both.yaml')).toBe(
        'configmap/a created\nlease.coordination.k8s.io/lock created\n',
      )
      expect(rowsOf(await place.ok('get lease'))[1]?.slice(0, 2)).toEqual(['lock', 'me'])
    })

    it('F1 F2 V6 create leaves validation to the server, which names what is wrong', async () => {
      const place = await box.place()
      place.write('misspelt.yaml', misspelt)
      expect(await place.refusal('create -f misspelt.yaml')).toContain('strict decoding error: unknown field "dta"')
      expect(await place.run('create --validate=warn -f misspelt.yaml')).toMatchObject({
        code: 0,
        stdout: 'configmap/a created\n',
        stderr: 'Warning: unknown field "dta"\n',
      })
      place.write('unnamed.yaml', manifest('Not_A_Name', '1'))
      expect(await place.refusal('create -f unnamed.yaml')).toContain(
        'The ConfigMap "Not_A_Name" is invalid: metadata.name: Invalid value: "Not_A_Name"',
      )
    })

    it('V6 create says of a kind that is not served that there is none', async () => {
      const place = await box.place()
      place.write('not-served.yaml', notServed)
      expect(await place.refusal('create -f not-served.yaml')).toContain(
        'no matches for kind "Deployment" in version "apps/v1"',
      )
    })

    it('C10 create only tries, where asked', async () => {
      const place = await box.place()
      expect(await place.ok('create configmap a --dry-run=server')).toBe('configmap/a created (server dry run)\n')
      expect(await place.refusal('get cm a')).toContain('not found')
    })

    it('U1 U2 replace swaps the version that it read, once', async () => {
      const place = await box.place()
      place.write('a.yaml', manifest('a', '1'))
      await place.ok('create -f a.yaml')
      const read = await place.ok('get cm a -o yaml')
      place.write('a.yaml', read.replace('key: "1"', 'key: "2"'))
      expect(await place.ok('replace -f a.yaml')).toBe('configmap/a replaced\n')
      place.write('a.yaml', read.replace('key: "1"', 'key: "3"'))
      expect(await place.refusal('replace -f a.yaml')).toMatch(
        /^Error from server \(Conflict\): .*the object has been modified; please apply your changes to the latest version/,
      )
      expect(await place.ok('get cm a -o jsonpath={.data.key}')).toBe('2')
    })

    it('U3 replace works without a version in the file: kubectl reads it first', async () => {
      const place = await box.place()
      place.write('a.yaml', manifest('a', '1'))
      await place.ok('create -f a.yaml')
      place.write('a.yaml', manifest('a', '2'))
      expect(await place.ok('replace -f a.yaml')).toBe('configmap/a replaced\n')
      expect(await place.ok('get cm a -o jsonpath={.data.key}')).toBe('2')
    })

    it('D1 D12 delete takes one, those with a label, and all', async () => {
      const place = await box.place()
      place.write('labelled.yaml', ['a', 'b'].map((name) => manifest(name, '1')).join('---\n'))
      await place.ok('create -f labelled.yaml')
      for (const name of ['c', 'd', 'e']) await place.ok(`create configmap ${name}`)
      expect(await place.ok('delete cm c')).toMatch(/^configmap "c" deleted/)
      expect(await place.ok('delete cm -l app=web')).toMatch(/^configmap "a" deleted.*\nconfigmap "b" deleted.*\n$/)
      expect(namesOf(await place.ok('get cm'))).toEqual(['d', 'e'])
      await place.ok('delete cm --all')
      expect((await place.run('get cm -o name')).stdout).toBe('')
      expect(await place.refusal('delete cm c')).toBe('Error from server (NotFound): configmaps "c" not found\n')
      await place.ok('delete cm c --ignore-not-found')
    })

    it('N8 N11 delete of a namespace waits until it is gone', async () => {
      const place = await box.place()
      await place.ok('create configmap a')
      expect(await box.kubectl.output('delete', 'ns', place.name)).toBe(`namespace "${place.name}" deleted\n`)
      expect(await place.refusal(`get ns ${place.name}`)).toBe(
        `Error from server (NotFound): namespaces "${place.name}" not found\n`,
      )
      expect(await box.kubectl.failure('delete', 'ns', 'default')).toMatchObject({
        code: 1,
        stderr: 'Error from server (Forbidden): namespaces "default" is forbidden: this namespace may not be deleted\n',
      })
    })

    it('D6 D7 wait --for=delete ends when the finalizer is gone', async () => {
      const place = await box.place()
      place.write('a.yaml', manifest('a', '1', ', finalizers: [kubectl.test/hold]'))
      await place.ok('create -f a.yaml')
      expect(await place.refusal('wait --for=delete cm/a --timeout=1s')).toMatch(
        /error: timed out waiting for the condition on configmaps\/a\n$/,
      )
      await place.ok('delete cm a --wait=false')
      const waiting = place.run('wait --for=delete cm/a --timeout=30s')
      place.write('a.yaml', (await place.ok('get cm a -o yaml')).replace(/ {2}finalizers:\n.*\n/, ''))
      await place.ok('replace -f a.yaml')
      expect((await waiting).code).toBe(0)
      expect(await place.refusal('get cm a')).toContain('not found')
      await place.ok('wait --for=delete cm/a --timeout=5s')
    })
  })

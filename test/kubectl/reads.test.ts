import { describe, expect, it } from 'vitest'
import { manifest, type Place, useKubectl } from './support/place.ts'
import { kubectlPrograms } from './support/programs.ts'
import type { RunningKubectl } from './support/running-kubectl.ts'
import { namesOf, rowsOf } from './support/tables.ts'

const AGE = expect.stringMatching(/^\d+s$/) as string
const EVENTS_AS_NAMES = 'jsonpath={.type}/{.object.metadata.name}{"\\n"}'

for (const program of await kubectlPrograms())
  describe.skipIf(program.file === undefined)(`reads by ${program.name}`, () => {
    const box = useKubectl(program)

    async function placeWithOne(): Promise<Place> {
      const place = await box.place()
      place.write('a.yaml', manifest('a', '1'))
      await place.ok('create -f a.yaml')
      return place
    }

    it('M5 get shows the columns that a cluster shows', async () => {
      const place = await placeWithOne()
      const table = [
        ['NAME', 'DATA', 'AGE'],
        ['a', '1', AGE],
      ]
      expect(rowsOf(await place.ok('get cm'))).toEqual(table)
      expect(rowsOf(await place.ok('get cm -o wide'))).toEqual(table)
      expect(rowsOf(await place.ok('get cm a --show-labels'))[1]).toEqual(['a', '1', AGE, 'app=web'])
      await place.ok('create secret generic s')
      expect(rowsOf(await place.ok('get secret'))).toEqual([
        ['NAME', 'TYPE', 'DATA', 'AGE'],
        ['s', 'Opaque', '0', AGE],
      ])
      expect(rowsOf(await place.ok(`get ns ${place.name}`))).toEqual([
        ['NAME', 'STATUS', 'AGE'],
        [place.name, 'Active', AGE],
      ])
    })

    it('G1 get gives names, JSON and YAML', async () => {
      const place = await placeWithOne()
      await place.ok('create secret generic s')
      expect(await place.ok('get cm,secret -o name')).toBe('configmap/a\nsecret/s\n')
      const json = JSON.parse(await place.ok('get cm a -o json')) as { metadata: { name: string }; data: object }
      expect([json.metadata.name, json.data]).toEqual(['a', { key: '1' }])
      expect(await place.ok('get cm a -o yaml')).toMatch(/^apiVersion: v1\ndata:\n {2}key: "1"\nkind: ConfigMap\n/)
      const list = JSON.parse(await place.ok('get cm -o json')) as { kind: string; items: object[] }
      expect([list.kind, list.items.length]).toEqual(['List', 1])
    })

    it('S1 S4 S6 get selects', async () => {
      const place = await placeWithOne()
      await place.ok('create configmap b')
      expect(namesOf(await place.ok('get cm -l app=web'))).toEqual(['a'])
      expect(namesOf(await place.ok('get cm -l app!=web'))).toEqual(['b'])
      expect(namesOf(await place.ok('get cm --field-selector metadata.name=b'))).toEqual(['b'])
      const refusal = await place.refusal('get cm --field-selector spec.x=1')
      expect(refusal).toContain('"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"')
    })

    it('L7 get reads in chunks, all of it', async () => {
      const place = await box.place()
      const names = Array.from({ length: 25 }, (_, i) => `c${String(i).padStart(2, '0')}`)
      place.write('many.yaml', names.map((name) => manifest(name, '1')).join('---\n'))
      await place.ok('create -f many.yaml')
      const { stdout, stderr } = await place.run('get cm --chunk-size=10 -v=6')
      expect(namesOf(stdout)).toEqual(names)
      expect(stderr.match(/configmaps\?\S*limit=10/g)).toHaveLength(3)
    })

    it('G2 L1 V7 get says what is not there', async () => {
      const place = await box.place()
      expect(await place.refusal('get cm a')).toBe('Error from server (NotFound): configmaps "a" not found\n')
      const empty = await place.run('get cm')
      expect([empty.code, empty.stderr]).toEqual([0, `No resources found in ${place.name} namespace.\n`])
      expect(await place.refusal('get gadgets')).toBe('error: the server doesn\'t have a resource type "gadgets"\n')
    })

    it('W2 W14 get -w begins with what is there and goes on', async () => {
      const place = await box.place()
      await place.ok('create configmap a')
      const watch = place.start('get cm -w')
      expect(await watch.line()).toBe('NAME DATA AGE')
      expect(await watch.line()).toMatch(/^a 0 \d+s$/)
      await place.ok('create configmap b --from-literal=k=v')
      expect(await watch.line()).toMatch(/^b 1 \d+s$/)
      await place.ok('delete cm a')
      expect(await watch.line()).toMatch(/^a 0 \d+s$/)
      await watch.stop()
    })

    it('W13 get NAME -w tells of one object', async () => {
      const place = await placeWithOne()
      await place.ok('create configmap b')
      const watch = place.start('get cm a -w --output-watch-events --no-headers')
      expect(await watch.line()).toMatch(/^ADDED a 1 \d+s$/)
      place.write('a.yaml', manifest('a', '2', ', annotations: {changed: "yes"}'))
      await place.ok('delete cm b')
      await place.ok('replace -f a.yaml')
      expect(await watch.line()).toMatch(/^MODIFIED a 1 \d+s$/)
      await place.ok('delete cm a')
      expect(await watch.line()).toMatch(/^DELETED a 1 \d+s$/)
      await watch.stop()
    })

    it('W4 get --watch-only shows nothing of what was there before', async () => {
      const place = await placeWithOne()
      const watch = place.start(`get cm --watch-only --output-watch-events -o ${EVENTS_AS_NAMES}`)
      const first = await firstSeen(place, watch)
      expect(first).toMatch(/^ADDED\/probe-\d+$/)
      await watch.stop()
    })

    it('W8 get -l -w tells what stops matching', async () => {
      const place = await placeWithOne()
      const watch = place.start('get cm -l app=web -w --output-watch-events --no-headers')
      expect(await watch.line()).toMatch(/^ADDED a 1 \d+s$/)
      place.write('a.yaml', manifest('a', '2').replace('app: web', 'app: db'))
      await place.ok('replace -f a.yaml')
      expect(await watch.line()).toMatch(/^DELETED a 1 \d+s$/)
      await watch.stop()
    })
  })

/** Makes ConfigMaps until a watch, of which nobody knows when it began, shows one. */
async function firstSeen(place: Place, watch: RunningKubectl): Promise<string> {
  let line: string | undefined
  const seen = watch.line(30_000).then((text) => (line = text))
  for (let i = 0; line === undefined && i < 100; i++) await place.ok(`create configmap probe-${i}`)
  return seen
}

import { describe, expect, it } from 'vitest'
import { typeErrorsOf } from '../support/type-check.ts'

const BEGIN = `import { connect, type ApiObject, type ConfigMap, type Resource } from 'coxswain/client'
const client = connect({ server: 'http://127.0.0.1' })
export const configMaps: Resource<ConfigMap> = client.resource('v1', 'configmaps', { namespace: 'default' })
export interface CronTab extends ApiObject { spec: { cron: string } }
export const cronTabs = client.resource<CronTab>('stable.example.com/v1', 'crontabs')
export const others = client.resource('example.com/v1', 'others')
`
const GOOD = `
export async function good() {
  const stored = await configMaps.get('a')
  const version: string = stored.metadata.resourceVersion
  await configMaps.update({ ...stored, data: { ...stored.data, k: 'v' } })
  await configMaps.updateWithRetry('a', (it) => (it.data?.['k'] ? undefined : { ...it, data: { k: 'v' } }))
  await configMaps.mergePatch('a', { data: { k: null } }, { resourceVersion: version })
  await configMaps.jsonPatch('a', [{ op: 'remove', path: '/data/k' }], { unconditional: true })
  await configMaps.apply({ kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } }, { force: true })
  await client.resource('apps/v1', 'deployments').mergePatch('a', { spec: { replicas: 2 } }, { unconditional: true })
  await cronTabs.create({ metadata: { name: 'a' }, spec: { cron: '* * * * *' } })
  const cron: string = (await cronTabs.get('a')).spec.cron
  const any: unknown = (await others.get('a'))['spec']
  for await (const { type, object } of configMaps.watch({ from: await configMaps.list().all() }))
    if (type === 'DELETED') return [object.data, cron, any]
  return configMaps.informer({ indexes: { byKey: (it) => Object.keys(it.data ?? {}) } }).list('byKey', 'k')
}
`
const WRONG = [
  "configMaps.create({ metadata: { name: 'a' }, data: { k: 1 } })",
  "configMaps.mergePatch('a', { data: { k: 'v' } }, {})",
  "configMaps.mergePatch('a', { dat: {} }, { unconditional: true })",
  "configMaps.jsonPatch('a', [], { resourceVersion: '5', unconditional: true })",
  "configMaps.jsonPatch('a', [{ op: 'increment', path: '/a' }], { unconditional: true })",
  'configMaps.apply({ metadata: {} })',
  "cronTabs.create({ metadata: { name: 'a' } })",
  "configMaps.get('a').then((it) => it.spec)",
]

describe('the types of a resource', () => {
  it('X1 follow from the name of a built-in kind, or are given', () => {
    expect(typeErrorsOf({ 'good.ts': BEGIN + GOOD })).toBe('')
  })

  it('X1 refuse each of the calls that would be refused, and no other', () => {
    const calls = WRONG.map((call, i) => `// @ts-expect-error\nexport const wrong${i} = ${call}`)
    expect(typeErrorsOf({ 'wrong.ts': BEGIN + calls.join('\n') })).toBe('')
  })
})

import { expect, it } from 'vitest'
import { initializeCluster } from '../../src/storage/namespaces/namespace-objects.ts'
import { collectItems } from '../../src/storage/owners/garbage-collection.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { ScopeDriver } from '../support/scope-driver.ts'

it('N11 the garbage collector deletes no namespace that nobody may delete, whatever became of its owner', () => {
  const cluster = new ScopeDriver(new NodeDatabase(), { namespace: '' })
  initializeCluster(cluster.store)
  const ownerReferences = [{ apiVersion: 'v1', kind: 'Namespace', name: 'gone', uid: 'gone' }]
  cluster.create('other', {}, { resource: 'namespaces' })
  const names = ['default', 'other']
  for (const name of names) cluster.change(name, { metadata: { ownerReferences } }, 'namespaces')
  const items = names.map((name) => ({ resource: 'namespaces', name }))
  cluster.transaction((tx) => collectItems(tx, items, new Map()))
  const isMarked = (name: string) => Boolean(cluster.get(name, 'namespaces').metadata.deletionTimestamp)
  expect(names.map(isMarked)).toEqual([false, true])
})

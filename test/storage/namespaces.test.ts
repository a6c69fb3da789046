import { builtInRegistry } from '../../src/kinds/built-in.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { KubernetesObject } from '../../src/wire/object.ts'
import { ChangeKind } from '../../src/storage/store/change.ts'
import {
  applyNamespaceState,
  closeNamespace,
  type EmptyCursor,
  emptyBatch,
  isEmpty,
} from '../../src/storage/namespaces/namespace-content.ts'
import { createDefaultContent } from '../../src/storage/namespaces/namespace-defaults.ts'
import { finishNamespace, initializeCluster, namespaceStateOf } from '../../src/storage/namespaces/namespace-objects.ts'
import { ScopeStore } from '../../src/storage/store/scope-store.ts'
import type { NamespaceState } from '../../src/storage/store/settings.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { refusalOf } from '../support/refusal.ts'
import { namesOf, RETENTION, ScopeDriver, versionOf } from '../support/scope-driver.ts'

const IN = { resource: 'namespaces' }
/** The cluster scope, and the scope of the namespace `team`. */
let cluster: ScopeDriver
let team: ScopeDriver

beforeEach(() => {
  cluster = new ScopeDriver(new NodeDatabase(), { namespace: '' })
  initializeCluster(cluster.store)
  team = new ScopeDriver(new NodeDatabase(), { env: cluster.env })
})

const state = () => namespaceStateOf(cluster.store, 'team') as NamespaceState
const tell = (what: NamespaceState = state()) => applyNamespaceState(team.store, what)
const finish = (uid = state().uid) => finishNamespace(cluster.store, 'team', uid)
const namespace = () => cluster.get('team', 'namespaces') as KubernetesObject & { status: { phase: string } }
const isThere = () => cluster.exists('team', 'namespaces')

function makeTeam(more: KubernetesObject['metadata'] = {}): void {
  cluster.create('team', { metadata: more }, IN)
  tell()
}

function terminate(): void {
  cluster.delete('team', IN)
  tell()
}

/** All batches; the names of what each deleted. */
function emptyAll(): number[] {
  const batches: number[] = []
  for (let cursor: EmptyCursor | undefined = { resource: '', name: '' }; cursor;) {
    const before: number = team.changes.length
    cursor = emptyBatch(team.store, cursor, 'honour finalizers').next
    batches.push(team.changes.slice(before).filter(({ event }) => event === ChangeKind.deleted).length)
  }
  return batches
}

describe('the cluster scope', () => {
  it('N1 begins with four namespaces, made in one transaction', () => {
    expect(namesOf(cluster.list({}, 'namespaces').items)).toEqual([
      'default',
      'kube-node-lease',
      'kube-public',
      'kube-system',
    ])
    expect(cluster.get('default', 'namespaces')).toMatchObject({
      metadata: { labels: { 'kubernetes.io/metadata.name': 'default' } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    })
  })

  it('N1 does not make them again when it starts again', () => {
    cluster.delete('kube-node-lease', IN)
    finishNamespace(cluster.store, 'kube-node-lease', cluster.get('kube-node-lease', 'namespaces').metadata.uid ?? '')
    cluster.restart()
    expect(cluster.exists('kube-node-lease', 'namespaces')).toBe(false)
  })

  it('answers for a namespace: absent, open, terminating', () => {
    expect(namespaceStateOf(cluster.store, 'team')).toEqual({ phase: 'absent', last: cluster.last })
    const { metadata } = cluster.create('team', {}, IN)
    expect(state()).toEqual({ phase: 'open', uid: metadata.uid, revision: Number(metadata.resourceVersion) })
    cluster.delete('team', IN)
    expect(state()).toEqual({ phase: 'terminating', uid: metadata.uid, revision: cluster.last })
  })

  it('N7 sets the timer that tells the namespace’s scope in the transaction of the DELETE', () => {
    makeTeam()
    expect(cluster.store.timers.isSet('terminate', 'team')).toBe(false)
    cluster.delete('team', IN)
    expect(namespace()).toMatchObject({ status: { phase: 'Terminating' } })
    cluster.restart()
    expect(cluster.store.timers.isSet('terminate', 'team')).toBe(true)
    const { resourceVersion } = namespace().metadata
    cluster.delete('team', IN)
    expect(namespace().metadata.resourceVersion).toBe(resourceVersion)
  })

  it.each(['default', 'kube-system', 'kube-public'])('N11 keeps %s, on dry run too', (name) => {
    for (const dryRun of [false, true])
      expect(refusalOf(() => cluster.delete(name, { ...IN, dryRun }))).toMatchObject({
        code: 403,
        message: `namespaces "${name}" is forbidden: this namespace may not be deleted`,
      })
  })

  it('N7 D11 marks nothing on dry run', () => {
    makeTeam()
    cluster.delete('team', { ...IN, dryRun: true })
    expect(state().phase).toBe('open')
    expect(cluster.store.timers.isSet('terminate', 'team')).toBe(false)
  })
})

describe('the scope of a namespace', () => {
  const absent = { code: 404, message: 'namespaces "team" not found', details: { name: 'team', kind: 'namespaces' } }
  const lease = { spec: { holderIdentity: 'a' } }
  const LEASES = { resource: 'leases.coordination.k8s.io' }

  it('N5 that was never opened takes nothing in: 404, on dry run and by PUT too', () => {
    expect(refusalOf(() => team.create('a'))).toMatchObject(absent)
    expect(refusalOf(() => team.create('a', {}, { dryRun: true }))).toMatchObject(absent)
    expect(refusalOf(() => team.update({ metadata: { name: 'a' }, ...lease }, LEASES))).toMatchObject(absent)
    expect(refusalOf(() => team.delete('a'))).toMatchObject({ code: 404, message: 'configmaps "a" not found' })
  })

  it('N5 is asked for before the object is looked at', () => {
    expect(refusalOf(() => team.create('Not A Name'))).toMatchObject(absent)
  })

  it('takes objects in once it was told, and its versions begin above that of its Namespace', () => {
    makeTeam()
    expect(versionOf(team.create('a'))).toBeGreaterThan(state().revision)
  })

  it('N6 that is being deleted takes nothing new in, but what is there can change and go', () => {
    makeTeam()
    team.create('a')
    team.create('b')
    terminate()
    expect(refusalOf(() => team.create('c'))).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message:
        'configmaps "c" is forbidden: unable to create new content in namespace team because it is being terminated',
      details: {
        name: 'c',
        kind: 'configmaps',
        causes: [
          {
            reason: 'NamespaceTerminating',
            message: 'namespace team is being terminated',
            field: 'metadata.namespace',
          },
        ],
      },
    })
    expect(team.change('a', { data: { k: 'v' } }).data).toEqual({ k: 'v' })
    expect(team.delete('b').removed).toBe(true)
  })

  it('ignores what is not newer than what it knows', () => {
    makeTeam()
    const opened = state()
    terminate()
    const before = team.last
    tell(opened)
    tell()
    expect(team.store.namespace).toEqual(state())
    expect(team.last).toBe(before)
  })

  it('keeps the timer that empties it over a restart', () => {
    makeTeam()
    terminate()
    team.restart()
    expect(team.store.timers.isSet('empty', '')).toBe(true)
    expect(team.store.namespace?.phase).toBe('terminating')
  })
})

describe('the end of a namespace', () => {
  beforeEach(() => makeTeam())

  it('N8 deletes what is in it in bounded batches, each with a DELETED event', () => {
    for (let i = 0; i < 150; i++) team.create(`a${String(i).padStart(3, '0')}`)
    for (let i = 0; i < 60; i++) team.create(`b${i}`, {}, { resource: 'secrets' })
    terminate()
    expect(emptyAll()).toEqual([100, 100, 10])
    expect(isEmpty(team.store)).toBe(true)
    const deleted = team.changes.filter(({ event }) => event === ChangeKind.deleted)
    expect(new Set(deleted.map(({ resource, name }) => `${resource}/${name}`)).size).toBe(210)
  })

  it('N8 ends the Namespace when nothing is left, and the scope is closed', () => {
    team.create('a')
    terminate()
    emptyAll()
    finish()
    expect(isThere()).toBe(false)
    expect(cluster.changes.at(-1)).toMatchObject({ event: ChangeKind.deleted, name: 'team' })
    expect(cluster.store.timers.isSet('terminate', 'team')).toBe(false)
    closeNamespace(team.store, team.store.namespace?.uid ?? '')
    expect(team.store.timers.isSet('empty', '')).toBe(false)
    expect(refusalOf(() => team.create('a'))?.code).toBe(404)
  })

  it('N9 waits for what a finalizer holds back, and goes on by itself when that goes', () => {
    team.create('held', { metadata: { finalizers: ['example.com/hold'] } })
    team.create('free')
    terminate()
    emptyAll()
    expect(namesOf(team.list().items)).toEqual(['held'])
    expect(isEmpty(team.store)).toBe(false)
    team.transaction((tx) => tx.clearTimer('empty', ''))
    const held = team.get('held')
    team.update({ ...held, metadata: { ...held.metadata, finalizers: [] } })
    expect(isEmpty(team.store)).toBe(true)
    expect(team.store.timers.isSet('empty', '')).toBe(true)
  })

  it('is idempotent: what is told twice changes nothing more', () => {
    terminate()
    const { uid } = state()
    emptyAll()
    finish(uid)
    const { last } = cluster
    finish(uid)
    expect(cluster.last).toBe(last)
  })

  it('is not brought about by a report about another life of the name', () => {
    terminate()
    const { uid } = state()
    finish(uid)
    makeTeam()
    finish(uid)
    expect(state().phase).toBe('open')
    finish()
    expect(state().phase).toBe('open')
  })

  it('N10 lets it be made again: empty, with a new uid, and versions that go on', () => {
    const before = versionOf(team.create('a'))
    const { uid } = state()
    terminate()
    emptyAll()
    finish()
    closeNamespace(team.store, uid)
    makeTeam()
    expect(state().uid).not.toBe(uid)
    expect(team.list().items).toEqual([])
    expect(versionOf(team.create('a'))).toBeGreaterThan(before)
  })

  it('N9 waits for the finalizers of the Namespace itself: it stays, and takes nothing in', () => {
    cluster.change('team', { metadata: { finalizers: ['example.com/hold'] } }, 'namespaces')
    tell()
    terminate()
    const { uid } = state()
    finish()
    closeNamespace(team.store, uid)
    expect(namespace().spec).toEqual({})
    const { resourceVersion } = namespace().metadata
    // a create that comes now makes its scope ask again, and that empties and reports again
    for (let round = 0; round < 2; round++) {
      tell()
      expect(refusalOf(() => team.create('a'))?.code).toBe(403)
      expect(team.store.timers.isSet('empty', '')).toBe(true)
      finish()
      closeNamespace(team.store, uid)
    }
    expect(namespace().metadata.resourceVersion).toBe(resourceVersion)
    const held = namespace()
    cluster.update({ ...held, metadata: { ...held.metadata, finalizers: [] } }, IN)
    expect(isThere()).toBe(false)
  })
})

describe('what Kubernetes puts into every namespace', () => {
  it('N12 is made once', () => {
    makeTeam()
    createDefaultContent(team.store)
    const account = team.get('default', 'serviceaccounts')
    expect(team.get('kube-root-ca.crt').data).toEqual({ 'ca.crt': '' })
    expect(team.changesOf(() => createDefaultContent(team.store))).toEqual([])
    expect(team.get('default', 'serviceaccounts')).toEqual(account)
  })
})

describe('a scope that stores nothing', () => {
  it('has no tables: naming a namespace that does not exist costs a read', () => {
    const db = new NodeDatabase()
    const store = new ScopeStore(db, {
      scope: { plane: 'main', namespace: 'none' },
      env: cluster.env,
      retention: RETENTION,
      registry: builtInRegistry,
      followers: [],
    })
    expect([...db.rows('SELECT name FROM sqlite_master')]).toEqual([])
    expect(store.resourcesWithObjects()).toEqual([])
    expect(store.supersededBytes).toBe(0)
  })
})

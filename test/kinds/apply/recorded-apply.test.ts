import { afterEach, describe, expect, it } from 'vitest'
import { definitionOf } from '../../support/definitions.ts'
import type { JsonObject, KubernetesObject, ObjectMeta } from '../../../src/wire/object.ts'
import { ApplyStage } from './apply-stage.ts'
import { Recording } from './recordings.ts'

const configMap = (data?: Record<string, string>, meta: ObjectMeta = {}): KubernetesObject & JsonObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...meta }, ...(data ? { data } : {}) }) as never

/** A ConfigMap without a `data` of nothing, as its type has it. */
const withoutEmptyData = (object: KubernetesObject): KubernetesObject => {
  const { data, ...rest } = object
  return data === null || Object.keys((data as object | undefined) ?? {}).length === 0 ? rest : object
}

describe('as kube-apiserver was recorded, ConfigMaps', () => {
  let recording: Recording
  let stage: ApplyStage
  const play = (scenario: string) => {
    recording = new Recording(`apply-${scenario}`)
    stage = new ApplyStage(definitionOf('configmaps'), { finish: withoutEmptyData })
  }
  afterEach(() => expect(recording.rest).toBe(0))

  const apply = (manager: string, data?: Record<string, string>, options?: { force: boolean }) =>
    recording.step(() => stage.apply(manager, configMap(data), options))

  it('server-side apply creates, then updates what it owns', () => {
    play('server-side-apply-creates-then-updates-what-it-owns')
    apply('one', { x: '1', y: '1' })
    apply('one', { x: '2' })
    recording.step(() => stage.live!)
  })

  it('applying the same thing again changes nothing', () => {
    play('applying-the-same-thing-again-changes-nothing')
    recording.skip(3)
    stage.apply('one', configMap({ x: '1' }))
    stage.tick(60)
    stage.apply('one', configMap({ x: '1' }))
    expect(stage.version).toBe(1)
  })

  it('two managers and a conflict', () => {
    play('two-managers-and-a-conflict')
    apply('one', { x: '1', y: '1' })
    apply('two', { x: '2' })
    apply('two', { x: '2' }, { force: true })
    apply('two', { x: '2', z: '3' })
    const { version } = stage
    apply('one', { y: '1' })
    expect(stage.version).toBe(version)
    apply('two', {})
  })

  it('two managers who agree share a field', () => {
    play('two-managers-who-agree-share-a-field')
    apply('one', { x: '1' })
    apply('two', { x: '1' })
    apply('one', {})
  })

  it('apply against a field set by update', () => {
    play('apply-against-a-field-set-by-update')
    recording.step(() => stage.update('maker', configMap({ x: '1' })))
    apply('one', { x: '2' })
    apply('one', { y: '2' })
    recording.step(() => stage.update('maker', { ...stage.live!, data: { x: '1', y: '3' } }))
  })

  it('managed fields of create, update and patch', () => {
    play('managed-fields-of-create-update-and-patch')
    const meta = { labels: { l: '1' }, annotations: { n: '1' }, finalizers: ['example.com/f'] }
    recording.step(() => stage.update('a-maker', configMap({ x: '1' }, meta)))
    recording.step(() => stage.update('b-editor', { ...stage.live!, data: { x: '2', y: '1' } }))
    recording.step(() => stage.update('c-patcher', { ...stage.live!, data: { y: '1', z: '1' } }))
    recording.step(() =>
      stage.update('d-cleaner', { ...stage.live!, metadata: { ...stage.live!.metadata, managedFields: [{}] } }),
    )
  })
})

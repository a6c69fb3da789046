import { beforeEach, describe, expect, it } from 'vitest'
import { definitionOf } from '../../support/definitions.ts'
import type { JsonObject, KubernetesObject } from '../../../src/wire/object.ts'
import { refusalOf } from '../../support/refusal.ts'
import { ApplyStage } from './apply-stage.ts'

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

const manifest = (data: Record<string, string>): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a' },
  data,
})
/** What client-side apply stores. */
const clientSide = (data: Record<string, string>, text = `${JSON.stringify(manifest(data))}\n`): KubernetesObject => ({
  metadata: { name: 'a', annotations: { [LAST_APPLIED]: text } },
  data,
})

let stage: ApplyStage
beforeEach(() => {
  stage = new ApplyStage(definitionOf('configmaps'))
})
const annotation = () => stage.live!.metadata.annotations?.[LAST_APPLIED]
const refusal = (work: () => unknown) => refusalOf(work)?.message

describe('server-side apply of kubectl after client-side apply', () => {
  it('takes over what was applied and nobody has changed since', () => {
    stage.update('kubectl-client-side-apply', clientSide({ x: '1', y: '1' }))
    expect(stage.apply('kubectl', manifest({ x: '2', y: '1' })).data).toEqual({ x: '2', y: '1' })
    expect(stage.owners['kubectl Apply']).toEqual({ 'f:data': { 'f:x': {}, 'f:y': {} } })
    expect(JSON.stringify(stage.owners['kubectl-client-side-apply Update'])).not.toContain('f:x')
  })

  it('conflicts over what others have changed, and over that alone', () => {
    stage.update('kubectl-client-side-apply', clientSide({ x: '1', y: '1' }))
    stage.update('other', { ...stage.live!, data: { x: '5', y: '1' } })
    expect(refusal(() => stage.apply('kubectl', manifest({ x: '2', y: '2' })))).toBe(
      'Apply failed with 1 conflict: conflict with "other" using v1: .data.x',
    )
  })

  it('conflicts as any other where it bears another name', () => {
    stage.update('kubectl-client-side-apply', clientSide({ x: '1' }))
    expect(refusal(() => stage.apply('other', manifest({ x: '2' })))).toBe(
      'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: .data.x',
    )
  })

  it.each([
    ['is no JSON', '{'],
    ['is no object', '[]'],
    ['is of another version', JSON.stringify({ ...manifest({ x: '1' }), apiVersion: 'v2' })],
    ['has unknown fields', JSON.stringify({ ...manifest({ x: '1' }), zzz: 1 })],
    ['is nested too deep', `${'['.repeat(100_000)}1234567890123456`],
    ['is nested too deep in its fields', `{"apiVersion":"v1","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['is empty', ''],
  ])('conflicts where the annotation %s', (_what, text) => {
    stage.update('c', clientSide({ x: '1' }, text))
    expect(refusal(() => stage.apply('kubectl', manifest({ x: '2' })))).toBe(
      'Apply failed with 1 conflict: conflict with "c" using v1: .data.x',
    )
  })
})

describe('the annotation of client-side apply', () => {
  it('is kept up to date by kubectl, without itself in it', () => {
    stage.update('c', clientSide({ x: '1' }))
    stage.apply(
      'kubectl',
      { ...manifest({ x: '2' }), metadata: { name: 'a', annotations: { n: '1', [LAST_APPLIED]: 'q' } } },
      { force: true },
    )
    const text = annotation()!
    expect(text.endsWith('\n')).toBe(true)
    expect(JSON.parse(text)).toEqual({ ...manifest({ x: '2' }), metadata: { name: 'a', annotations: { n: '1' } } })
  })

  it('is stable: the same apply again changes nothing', () => {
    stage.update('c', clientSide({ x: '1' }))
    stage.apply('kubectl', manifest({ x: '1' }))
    const { version } = stage
    stage.tick()
    stage.apply('kubectl', manifest({ x: '1' }))
    expect(stage.version).toBe(version)
  })

  it('is not made where it is missing or empty', () => {
    stage.apply('kubectl', manifest({ x: '1' }))
    expect(annotation()).toBeUndefined()
    stage.update('c', { ...stage.live!, metadata: { ...stage.live!.metadata, annotations: { [LAST_APPLIED]: '' } } })
    stage.apply('kubectl', manifest({ x: '2' }))
    expect(annotation()).toBe('')
  })

  it('is left alone by other managers', () => {
    stage.update('c', clientSide({ x: '1' }, 'as it is'))
    stage.apply('other', manifest({ y: '1' }))
    expect(annotation()).toBe('as it is')
  })

  it('is taken away where it would be too large', () => {
    stage.update('c', clientSide({ x: '1' }))
    stage.apply('kubectl', manifest({ x: '1', big: 'é'.repeat(131_072) }))
    expect(annotation()).toBeUndefined()
    expect(stage.live!.data).toHaveProperty('big')
  })
})

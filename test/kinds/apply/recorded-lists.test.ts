import { afterEach, describe, expect, it } from 'vitest'
import { ApplyStage } from './apply-stage.ts'
import { gear, gearDefinition, gearSchema, withDefaults } from './gear.ts'
import { Recording } from './recordings.ts'

describe('as kube-apiserver was recorded, custom resources', () => {
  let recording: Recording
  let stage: ApplyStage
  const play = (scenario: string) => {
    recording = new Recording(`apply-lists-${scenario}`)
    stage = new ApplyStage(gearDefinition, { schema: gearSchema, finish: withDefaults })
  }
  afterEach(() => expect(recording.rest).toBe(0))

  const apply = (manager: string, fields: object, options?: { force?: boolean; subresource?: string }) =>
    recording.step(() => stage.apply(manager, gear(fields), options))

  it('a list that is a map merges by its keys', () => {
    play('a-list-that-is-a-map-merges-by-its-keys')
    apply('one', { spec: { ports: [{ port: 80, name: 'web' }] } })
    const quic = { port: 80, protocol: 'UDP', name: 'quic' }
    apply('two', { spec: { ports: [{ port: 443, name: 'tls' }, quic] } })
    apply('two', { spec: { ports: [{ port: 443, name: 'tls' }] } })
    apply('two', { spec: { ports: [{ port: 80, name: 'mine' }] } })
    apply('one', { spec: {} })
  })

  it('a list that is a map refuses doubled keys', () => {
    play('a-list-that-is-a-map-refuses-doubled-keys')
    const ports = [
      { port: 80, name: 'a' },
      { port: 80, name: 'b' },
    ]
    apply('one', { spec: { ports } })
    recording.skip()
  })

  it('a list that is a set', () => {
    play('a-list-that-is-a-set')
    apply('one', { spec: { tags: ['a', 'b'] } })
    apply('two', { spec: { tags: ['b', 'c'] } })
    apply('one', { spec: { tags: ['a'] } })
    apply('two', { spec: { tags: [] } })
    recording.skip()
  })

  it('atomic lists and maps are owned as a whole', () => {
    play('atomic-lists-and-maps-are-owned-as-a-whole')
    apply('one', { spec: { words: ['a', 'b'], fixed: { a: '1' } } })
    apply('two', { spec: { words: ['c'] } })
    apply('two', { spec: { fixed: { b: '2' } } })
    apply('two', { spec: { words: ['c'], fixed: { b: '2' } } }, { force: true })
  })

  it('a map of any keys merges by key', () => {
    play('a-map-of-any-keys-merges-by-key')
    apply('one', { spec: { free: { a: '1', b: '1' } } })
    apply('two', { spec: { free: { c: '1' } } })
    apply('one', { spec: { free: { b: '2' } } })
  })

  it('status has owners of its own', () => {
    play('status-has-owners-of-its-own')
    const status = { subresource: 'status' }
    apply('a-one', { spec: { size: 1 }, status: { ready: true } })
    apply('b-ctl', { status: { ready: true, conditions: [{ type: 'A', status: 'True' }] } }, status)
    apply('c-two', { status: { conditions: [{ type: 'B', status: 'True' }] } }, status)
    apply('b-ctl', { status: { conditions: [{ type: 'A', status: 'False' }] } }, status)
    apply('a-one', { spec: { size: 2 } })
  })

  it('update and apply by one manager are two entries', () => {
    play('update-and-apply-by-one-manager-are-two-entries')
    apply('one', { spec: { size: 1 } })
    recording.step(() => stage.update('one', { ...stage.live!, spec: { size: 2 } }))
    apply('one', { spec: { size: 3 } })
  })

  it('a field set back to the same value by update stays with its owner', () => {
    play('a-field-set-back-to-the-same-value-by-update-stays-with-its-owner')
    apply('one', { spec: { size: 1, free: { a: '1' } } })
    recording.step(() =>
      stage.update('two', { ...stage.live!, metadata: { ...stage.live!.metadata, labels: { l: '1' } } }),
    )
  })

  it('giving fields up through managedFields', () => {
    play('giving-fields-up-through-managedfields')
    const sending = (sentManagedFields: unknown) => () => stage.update('x', stage.live!, { sentManagedFields })
    apply('one', { spec: { size: 1 } })
    recording.step(sending([{}]))
    apply('two', { spec: { size: 2 } })
    recording.step(sending([]))
    const entry = { manager: 'z', operation: 'Sing', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:a': {} } }
    recording.step(sending([entry]))
  })

  it('unknown fields in an applied object', () => {
    play('unknown-fields-in-an-applied-object')
    apply('one', { spec: { size: 1, unknown: 'x' } })
    apply('one', { spec: { size: 'x' } })
    // Null passes here; that it is no integer is for the validation of the schema to say.
    recording.skip()
    const applied = stage.apply('one', gear({ spec: { size: null, free: { a: null } } }))
    expect(applied.spec).toEqual({ size: null, free: { a: null } })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatObject, toWireObject, typeMetaPrefix, withRevision } from '../../src/core/object-text.ts'
import type { Revision } from '../../src/core/revision.ts'
import type { KubernetesObject } from '../../src/wire/object.ts'

const at = (n: number) => n as Revision
const object = (text: string) => JSON.parse(text) as KubernetesObject

describe('the stored text of an object', () => {
  it('leaves kind and apiVersion out, and puts the version first', () => {
    const text = formatObject({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } }, at(8))
    expect(text).toBe('{"metadata":{"resourceVersion":"8","name":"a"},"data":{"k":"v"}}')
  })

  it('has metadata in one order, without what is absent or empty, and without what is not known', () => {
    const metadata = {
      annotations: { z: '1', a: '2' },
      labels: {},
      uid: 'u',
      resourceVersion: '1',
      finalizers: [],
      generateName: '',
      deletionTimestamp: null,
      deletionGracePeriodSeconds: 0,
      name: 'a',
      selfLink: '/x',
    }
    expect(formatObject({ metadata }, at(8))).toBe(
      '{"metadata":{"resourceVersion":"8","name":"a","uid":"u","deletionGracePeriodSeconds":0,' +
        '"annotations":{"z":"1","a":"2"}}}',
    )
  })

  it('B9 keeps keys such as __proto__ wherever they stand', () => {
    const text = '{"metadata":{"name":"a","labels":{"__proto__":"x"}},"__proto__":{"y":1},"data":{"__proto__":"z"}}'
    expect(formatObject(object(text), at(8))).toBe(text.replace('{"metadata":{', '{"metadata":{"resourceVersion":"8",'))
  })

  it('W9 takes another version, and nothing else changes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), fc.nat(), fc.nat(), (data, first, second) => {
        const one = { metadata: { name: 'a', annotations: data }, data }
        expect(withRevision(formatObject(one, at(first)), at(second))).toBe(formatObject(one, at(second)))
      }),
    )
  })

  it('G1 is shown with kind and apiVersion before it', () => {
    const prefix = typeMetaPrefix('coordination.k8s.io/v1', 'Lease')
    expect(toWireObject(prefix, '{"metadata":{}}')).toBe(
      '{"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{}}',
    )
  })
})

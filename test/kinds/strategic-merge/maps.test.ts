import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../src/core/json/json.ts'
import type { Json, JsonObject } from '../../../src/wire/object.ts'
import { patched, refused } from './patching.ts'

describe('a map', () => {
  it('is merged, and null removes a key', () => {
    const document = { data: { keep: '1', drop: '1' }, immutable: false }
    expect(patched('configMap', document, { data: { drop: null, add: '2', absent: null } })).toEqual({
      data: { keep: '1', add: '2' },
      immutable: false,
    })
    expect(patched('configMap', document, { data: null })).toEqual({ immutable: false })
  })

  it('that is new has no members that are null', () => {
    expect(patched('configMap', {}, { data: { a: '1', b: null } })).toEqual({ data: { a: '1' } })
  })

  it('P7 with $patch: replace becomes the rest of the patch', () => {
    expect(
      patched('configMap', { data: { keep: '1' } }, { data: { $patch: 'replace', only: 'this', no: null } }),
    ).toEqual({
      data: { only: 'this' },
    })
  })

  it('P7 with $patch: delete is empty', () => {
    const document = { metadata: { name: 'a', labels: { a: 'b' } } }
    expect(patched('configMap', document, { metadata: { labels: { $patch: 'delete', x: 'y' } } })).toEqual({
      metadata: { name: 'a', labels: {} },
    })
    expect(patched('configMap', document, { $patch: 'delete' })).toEqual({})
  })

  it.each([{ $patch: 'delete' }, { $patch: 'replace', a: 'b' }, { $patch: 'nonsense' }])(
    'with a directive is left out where there is none: %j',
    (directive) => {
      expect(patched('configMap', { metadata: { name: 'a' } }, { metadata: { labels: directive } })).toEqual({
        metadata: { name: 'a' },
      })
    },
  )

  it.each<[Json, string]>([
    ['merge', 'unknown patch type: "merge": spec.template.spec.nodeSelector'],
    ['what', 'unknown patch type: "what": spec.template.spec.nodeSelector'],
    [null, 'unknown patch type: null: spec.template.spec.nodeSelector'],
    [{ a: 1 }, 'unknown patch type: {"a":1}: spec.template.spec.nodeSelector'],
  ])('P8 with $patch: %j is refused', ($patch, message) => {
    const at = (nodeSelector: JsonObject) => ({ spec: { template: { spec: { nodeSelector } } } })
    expect(refused('deployment', at({ a: 'b' }), at({ $patch, a: 'c' }))).toBe(message)
  })

  it('can have keys such as __proto__', () => {
    const document = parseJson('{"data":{"__proto__":"1","k":"v"}}')
    const patch = parseJson('{"data":{"__proto__":"2","constructor":"c"}}')
    expect(JSON.stringify(patched('configMap', document, patch))).toBe(
      '{"data":{"__proto__":"2","k":"v","constructor":"c"}}',
    )
    expect(JSON.stringify(patched('configMap', {}, parseJson('{"data":{"__proto__":{"$patch":"delete"}}}')))).toBe(
      '{"data":{}}',
    )
  })

  it('whose field is replaced whole (PodDisruptionBudget) does not keep what the patch does not name', () => {
    const document = { spec: { selector: { matchLabels: { a: '1' } }, maxUnavailable: 1 } }
    expect(patched('budget', document, { spec: { selector: { matchLabels: { b: '2' } } } })).toEqual({
      spec: { selector: { matchLabels: { b: '2' } }, maxUnavailable: 1 },
    })
    const replacing = { spec: { selector: { matchLabels: { $patch: 'replace', b: '2' } } } }
    expect(patched('budget', document, replacing)).toHaveProperty('spec.selector', { matchLabels: { b: '2' } })
    expect(patched('budget', document, { spec: { selector: { $patch: 'delete' } } })).toHaveProperty(
      'spec.selector',
      {},
    )
  })
})

describe('P7 $retainKeys', () => {
  const document = { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } }

  it('drops the live keys that it does not list', () => {
    const patch = { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }
    expect(patched('deployment', document, patch)).toEqual({ spec: { strategy: { type: 'Recreate' } } })
  })

  it('need not list a key that is removed', () => {
    const patch = { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate', rollingUpdate: null } } }
    expect(patched('deployment', document, patch)).toEqual({ spec: { strategy: { type: 'Recreate' } } })
  })

  it('works in the items of a list', () => {
    const volumes = (...items: JsonObject[]) => ({ spec: { volumes: items } })
    expect(
      patched(
        'pod',
        volumes({ name: 'a', emptyDir: {} }, { name: 'b', emptyDir: {} }),
        volumes({ $retainKeys: ['name', 'hostPath'], name: 'a', hostPath: { path: '/x' } }),
      ),
    ).toEqual(volumes({ name: 'a', hostPath: { path: '/x' } }, { name: 'b', emptyDir: {} }))
  })

  it('is dropped where there is no live map', () => {
    expect(
      patched('deployment', { spec: {} }, { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }),
    ).toEqual({
      spec: { strategy: { type: 'Recreate' } },
    })
  })

  it('must be a list of every key of the patch', () => {
    expect(refused('deployment', document, { spec: { strategy: { $retainKeys: ['x'], type: 'Recreate' } } })).toBe(
      'invalid patch format of retainKeys, which must list every field of the patch: spec.strategy.type',
    )
    expect(refused('deployment', document, { spec: { strategy: { $retainKeys: 'type' } } })).toBe(
      'invalid patch format of retainKeys, want a list: spec.strategy.$retainKeys',
    )
  })
})

describe('a value of another type than the live one', () => {
  it.each<Json>([5, 'x', true, [1], ['a', { b: null }]])('takes its place, for the decoder to refuse: %j', (value) => {
    expect(patched('configMap', { data: { k: 'v' } }, { data: value })).toEqual({
      data: Array.isArray(value) && value.length > 1 ? ['a', {}] : value,
    })
  })

  it('is merged where live is null', () => {
    expect(patched('role', { rules: null }, { rules: [{ verbs: ['get'] }] })).toEqual({ rules: [{ verbs: ['get'] }] })
  })
})

describe('JSON of no schema', () => {
  it('is merged as a merge patch would, and keeps its integers', () => {
    const schema = (value: string) => parseJson(`{"spec":{"versions":[],"x":{"default":${value}}}}`)
    const result = patched('definition', schema('{"a":9007199254740993,"l":[1]}'), schema('{"b":1,"l":[2]}'))
    expect(JSON.stringify(result)).toBe('{"spec":{"versions":[],"x":{"default":{"a":9007199254740993,"l":[2],"b":1}}}}')
  })
})

describe('what kubectl apply sends (G20)', () => {
  it('removes what is null and keeps what others set', () => {
    const annotation = 'kubectl.kubernetes.io/last-applied-configuration'
    const document = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'a',
        namespace: 'n',
        uid: 'u',
        resourceVersion: '7',
        creationTimestamp: 't',
        annotations: { [annotation]: '{}\n' },
      },
      data: { a: '1', b: '1', c: 'x' },
    }
    const patch = {
      data: { a: '2', b: null },
      metadata: {
        annotations: { [annotation]: '{…}\n' },
        creationTimestamp: null,
        resourceVersion: null,
        uid: null,
        namespace: 'n',
      },
    }
    expect(patched('configMap', document, patch)).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace: 'n', annotations: { [annotation]: '{…}\n' } },
      data: { a: '2', c: 'x' },
    })
  })
})

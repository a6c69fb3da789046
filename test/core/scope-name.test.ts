import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusterOf, formatScopeName, MAIN_PLANE, namespaceIn, parseScopeName } from '../../src/core/scope-name.ts'

const plane = fc.stringMatching(/^[a-z0-9-]{1,20}$/)

describe('the name of a scope', () => {
  it('is what the objects of an existing deployment are named', () => {
    expect(formatScopeName({ plane: MAIN_PLANE, namespace: 'default' })).toBe('main/ns/default')
    expect(formatScopeName({ plane: MAIN_PLANE, namespace: '' })).toBe('main/cluster')
  })

  it('says plane and namespace, and no two scopes have one name', () => {
    fc.assert(
      fc.property(plane, fc.string(), (plane, namespace) => {
        expect(parseScopeName(formatScopeName({ plane, namespace }))).toEqual({ plane, namespace })
      }),
    )
  })

  it('is refused where it is none', () => {
    for (const text of ['', 'main', 'main/', 'main/ns/', 'main/view/x', '/cluster', 'a/b/cluster'])
      expect(() => parseScopeName(text), text).toThrow('is not the name of a scope')
  })

  it('leads to the other scopes of its plane alone', () => {
    const name = { plane: 'other', namespace: 'team' }
    expect(clusterOf(name)).toEqual({ plane: 'other', namespace: '' })
    expect(namespaceIn(name, 'next')).toEqual({ plane: 'other', namespace: 'next' })
  })
})

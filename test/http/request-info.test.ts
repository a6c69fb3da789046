import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRequestInfo, type RequestInfo } from '../../src/http/request-info.ts'

/** `verb group/version namespace resource name subresource`, `-` for what is empty; old watch paths end in `old`. */
function short(info: RequestInfo): string {
  if (!info.isResource) return `${info.verb} path`
  const { verb, group, version, namespace, resource, name, subresource, oldWatchPath } = info
  const parts = [verb, `${group}/${version}`, namespace, resource, name, subresource].map((part) => part || '-')
  return [...parts, ...(oldWatchPath ? ['old'] : [])].join(' ')
}
const read = (method: string, path: string, watch = false) => short(parseRequestInfo(method, path, watch))

describe('what a request is about', () => {
  it.each([
    ['GET', '/', 'get path'],
    ['GET', '/version', 'get path'],
    ['GET', '/api', 'get path'],
    ['GET', '/api/v1', 'get path'],
    ['GET', '/api/v1/', 'get path'],
    ['GET', '/apis/apps/v1', 'get path'],
    ['POST', '/apis', 'post path'],
    ['GET', '/api/v1/configmaps', 'list /v1 - configmaps - -'],
    ['GET', '/api/v1/namespaces//configmaps', 'list /v1 - configmaps - -'],
    ['GET', '/api/v1/namespaces/a/configmaps', 'list /v1 a configmaps - -'],
    ['GET', '/api/v1/namespaces/a/configmaps/', 'list /v1 a configmaps - -'],
    ['POST', '/api/v1/namespaces/a/configmaps', 'create /v1 a configmaps - -'],
    ['DELETE', '/api/v1/namespaces/a/configmaps', 'deletecollection /v1 a configmaps - -'],
    ['PUT', '/api/v1/namespaces/a/configmaps', '- /v1 a configmaps - -'],
    ['GET', '/api/v1/namespaces/a/configmaps/b', 'get /v1 a configmaps b -'],
    ['PUT', '/api/v1/namespaces/a/configmaps/b', 'update /v1 a configmaps b -'],
    ['PATCH', '/api/v1/namespaces/a/configmaps/b', 'patch /v1 a configmaps b -'],
    ['DELETE', '/api/v1/namespaces/a/configmaps/b', 'delete /v1 a configmaps b -'],
    ['HEAD', '/api/v1/namespaces/a/configmaps/b', '- /v1 a configmaps b -'],
    ['GET', '/apis/coordination.k8s.io/v1/namespaces/a/leases/b', 'get coordination.k8s.io/v1 a leases b -'],
    ['GET', '/api/v1/namespaces', 'list /v1 - namespaces - -'],
    ['GET', '/api/v1/namespaces/a', 'get /v1 a namespaces a -'],
    ['PUT', '/api/v1/namespaces/a/status', 'update /v1 a namespaces a status'],
    ['PUT', '/api/v1/namespaces/a/finalize', 'update /v1 a namespaces a finalize'],
    ['GET', '/api/v1/namespaces/a/serviceaccounts/b/token', 'get /v1 a serviceaccounts b token'],
    ['GET', '/api/v1/namespaces/a/services/b/proxy/x/y', 'get /v1 a services b proxy/x/y'],
    ['GET', '/api/v1/watch/configmaps', 'watch /v1 - configmaps - - old'],
    ['GET', '/api/v1/watch/namespaces/a/configmaps/b', 'watch /v1 a configmaps b - old'],
    ['POST', '/api/v1/watch/namespaces/a/configmaps', 'create /v1 a configmaps - - old'],
    ['GET', '/api/v1/watch', 'list /v1 - watch - -'],
  ])('%s %s: %s', (method, path, expected) => {
    expect(read(method, path)).toBe(expected)
  })

  it('G5 is a watch of collections alone', () => {
    expect(read('GET', '/api/v1/namespaces/a/configmaps', true)).toBe('watch /v1 a configmaps - -')
    expect(read('GET', '/api/v1/namespaces/a/configmaps/b', true)).toBe('get /v1 a configmaps b -')
    expect(read('POST', '/api/v1/namespaces/a/configmaps', true)).toBe('create /v1 a configmaps - -')
  })

  it('B12 takes an encoded slash as part of a name', () => {
    expect(read('GET', '/api/v1/namespaces/a/configmaps/b%2Fc')).toBe('get /v1 a configmaps b/c -')
    expect(read('GET', '/api/v1/namespaces%2Fa/configmaps')).toBe('get /v1 - namespaces/a configmaps -')
    expect(read('GET', '/api/v1/namespaces/a/configmaps/%zz')).toBe('get /v1 a configmaps %zz -')
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom('GET', 'POST', 'BREW'), fc.webPath(), fc.boolean(), (method, path, watch) => {
        expect(typeof parseRequestInfo(method, `/api/v1${path}`, watch).verb).toBe('string')
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { negotiate, negotiateError } from '../../src/http/negotiate.ts'
import { refusalOf } from '../support/refusal.ts'

const table = 'as=Table;g=meta.k8s.io;v=v1'
const ACCEPTED =
  'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf'

describe('the form of an answer', () => {
  it.each([
    [null, { media: 'json' }],
    ['', { media: 'json' }],
    ['*/*', { media: 'json' }],
    ['text/html,application/xhtml+xml,*/*;q=0.8', { media: 'json' }],
    ['APPLICATION/JSON', { media: 'json' }],
    ['application/json;charset=utf-8', { media: 'json' }],
    ['application/json;stream=watch', { media: 'json' }],
    ['application/yaml', { media: 'yaml' }],
    ['application/json;q=0.5, application/yaml', { media: 'yaml' }],
    ['application/vnd.kubernetes.protobuf', { media: 'protobuf' }],
    ['application/vnd.kubernetes.protobuf,application/json', { media: 'json' }],
    ['application/vnd.kubernetes.protobuf, */*;q=0.1', { media: 'json' }],
    [`application/json;${table}`, { media: 'json', transform: 'Table' }],
    [
      'application/json; as=Table; v=v1beta1; g=meta.k8s.io',
      { media: 'json', transform: 'Table', metaVersion: 'v1beta1' },
    ],
    [`application/yaml;${table}`, { media: 'yaml', transform: 'Table' }],
    [
      `application/json;${table},application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json`,
      { media: 'json', transform: 'Table' },
    ],
    ['application/json;as=Table;g=other;v=v1, application/json', { media: 'json' }],
    [
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
      { media: 'json', transform: 'PartialObjectMetadata' },
    ],
    [
      'application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
      { media: 'json', transform: 'PartialObjectMetadataList' },
    ],
  ])('M1 M3 M4 M5 M6 for %j is %j', (accept, form) => {
    expect(negotiate(accept)).toEqual(form)
  })

  it.each([
    ['application/json;as=Table', ACCEPTED],
    ['application/json;as=Table;g=meta.k8s.io', ACCEPTED],
    ['application/json;as=Table;g=meta.k8s.io;v=v2', ACCEPTED],
    ['application/json;as=Chair;g=meta.k8s.io;v=v1', ACCEPTED],
    ['application/json;as=constructor;g=meta.k8s.io;v=v1', ACCEPTED],
    [`application/vnd.kubernetes.protobuf;${table}`, ACCEPTED],
  ])('M7 for %j is refused', (accept, message) => {
    expect(refusalOf(() => negotiate(accept))).toMatchObject({ code: 406, reason: 'NotAcceptable', message })
  })

  it.each(['text/html', 'application/*', 'application/cbor', 'constructor', ';', '__proto__'])(
    'M7 for %j is refused with what there is',
    (accept) => {
      const available =
        '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf'
      expect(refusalOf(() => negotiate(accept))).toMatchObject({ code: 406, message: available, details: {} })
      expect(refusalOf(() => negotiate(accept, { collection: true }))?.message).toBe(
        `${available}, application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch`,
      )
    },
  )

  it('M7 cannot be a Table where there is none', () => {
    const refused = () => negotiate(`application/json;${table}`, { transforms: false })
    expect(refusalOf(refused)?.message).toBe(ACCEPTED)
  })

  it.each([
    [null, 'json'],
    ['text/html', 'json'],
    ['constructor', 'json'],
    ['application/yaml', 'yaml'],
    ['application/yaml;as=Table', 'yaml'],
    ['application/vnd.kubernetes.protobuf', 'protobuf'],
    ['application/vnd.kubernetes.protobuf,application/json', 'json'],
  ])('of an error for %j is %s', (accept, media) => {
    expect(negotiateError(accept)).toEqual({ media })
  })
})

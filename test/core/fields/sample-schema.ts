import {
  atomicList,
  mapList,
  mapOf,
  scalar,
  setList,
  structOf,
  UNTYPED,
} from '../../../src/core/fields/field-schema.ts'

const string = scalar('string')

/** A struct with a field of each form. */
export const sampleSchema = structOf({
  name: string,
  size: scalar('number'),
  ready: scalar('boolean'),
  port: scalar('any'),
  data: mapOf(string),
  nested: structOf({ a: string, b: string, more: structOf({ c: string }) }),
  fixed: structOf({ a: string, b: string }, { atomic: true }),
  words: atomicList(string),
  tags: setList(string),
  ports: mapList(structOf({ port: scalar('number'), protocol: string, name: string, hosts: setList(string) }), [
    { name: 'protocol', default: 'TCP' },
    { name: 'port' },
  ]),
  owners: mapList(structOf({ uid: string, kind: string }, { atomic: true }), [{ name: 'uid' }]),
  services: mapOf(structOf({ host: string, weight: scalar('number') })),
  free: UNTYPED,
})

import { describe, expect, it } from 'vitest'
import { typesOf } from '../../src/cli/types.ts'
import { typeErrorsOf } from '../support/type-check.ts'

const CRON_TAB = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crontabs.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {kind: CronTab, plural: crontabs}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        description: Runs a command. */ Not the end.
        type: object
        properties:
          apiVersion: {type: string}
          kind: {type: string}
          metadata: {type: object}
          spec:
            type: object
            required: [cronSpec]
            properties:
              cronSpec: {type: string, description: "When.\\n\\nAs cron says it."}
              replicas: {type: integer, nullable: true}
              policy: {type: string, enum: [Allow, "Don't"]}
              ports: {type: array, items: {x-kubernetes-int-or-string: true}}
              labels: {type: object, additionalProperties: {type: string}}
              any: {type: object, x-kubernetes-preserve-unknown-fields: true}
              steps: {type: array, items: {type: object, properties: {run: {type: string}}}}
              "odd-name": {type: boolean}
              __proto__: {type: number}
              template: {type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: object}}}
`

const TYPES = `/** Made from a CustomResourceDefinition by \`coxswain types\`. */
import type { JsonObject, ObjectMeta } from 'coxswain/client'

/**
 * Runs a command. *∕ Not the end.
 *
 * \`client.resource<CronTab>('stable.example.com/v1', 'crontabs', { namespace })\`
 */
export interface CronTab {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: {
    /**
     * When.
     *
     * As cron says it.
     */
    cronSpec: string
    replicas?: number | null
    policy?: 'Allow' | 'Don\\'t'
    ports?: (number | string)[]
    labels?: Record<string, string>
    any?: JsonObject
    steps?: {
      run?: string
    }[]
    'odd-name'?: boolean
    __proto__?: number
    template?: {
      apiVersion?: string
      kind?: string
      metadata: ObjectMeta
      spec?: JsonObject
      [field: string]: unknown
    }
  }
}
`

const inYaml = (version: string, more = '') =>
  CRON_TAB.replace(/  versions:[^]*/, `  versions:\n  - {name: ${version}, served: true, storage: true}\n${more}`)

describe('types of a CustomResourceDefinition', () => {
  it('X23 say what its schema says', () => {
    expect(typesOf(CRON_TAB)).toBe(TYPES)
  })

  it('X23 are TypeScript that fits the client', () => {
    const use = `import { connect } from 'coxswain/client'
import type { CronTab } from './cron-tab.ts'
const cronTabs = connect({ server: 'http://127.0.0.1' }).resource<CronTab>('stable.example.com/v1', 'crontabs')
export const name = async () => (await cronTabs.get('a')).spec?.cronSpec.toUpperCase()
export const create = () => cronTabs.create({ metadata: { name: 'a' }, spec: { cronSpec: '*', policy: 'Allow' } })
// @ts-expect-error
export const wrong = () => cronTabs.create({ metadata: { name: 'a' }, spec: { cronSpec: 1 } })
`
    expect(typeErrorsOf({ 'cron-tab.ts': typesOf(CRON_TAB), 'use.ts': use })).toBe('')
  })

  it('X23 have one type for each served version, and the name for the stored one', () => {
    const text = typesOf(inYaml('v2', '  - {name: v1alpha1, served: true}\n  - {name: v0, served: false}'))
    expect([...text.matchAll(/^export (?:interface|type) .*$/gm)].map(([line]) => line)).toEqual([
      'export interface CronTabV2 {',
      'export interface CronTabV1alpha1 {',
      'export type CronTab = CronTabV2',
    ])
  })

  it('X23 come from JSON too, and from several documents, of which others are passed over', () => {
    const other = inYaml('v1').replaceAll('CronTab', 'Backup').replace('scope: Namespaced', 'scope: Cluster')
    const text = typesOf(`kind: ConfigMap\n---\n${inYaml('v1')}\n---\n${other}`)
    expect([...text.matchAll(/client\.resource\S+ \S+/g)].map(([use]) => use)).toEqual([
      "client.resource<CronTab>('stable.example.com/v1', 'crontabs',",
      "client.resource<Backup>('stable.example.com/v1', 'crontabs')`",
    ])
    const json = JSON.stringify({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      spec: { group: 'g.io', names: { kind: 'A', plural: 'as' }, versions: [{ name: 'v1' }] },
    })
    expect(typesOf(json)).toContain('export interface A {')
  })

  const definitionOf = (group: string, kind: string, versions: object[], plural = 'things') => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, names: { kind, plural }, versions },
  })
  const namesOf = (...definitions: object[]) => {
    const text = typesOf(JSON.stringify({ kind: 'List', items: definitions }))
    return [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name)
  }

  it('X23 come from lists too, and lists in lists', () => {
    const a = definitionOf('a.io', 'A', [{ name: 'v1' }])
    const list = { kind: 'CustomResourceDefinitionList', items: [null, a] }
    expect(namesOf({ kind: 'ConfigMap' }, list, definitionOf('a.io', 'B', [{ name: 'v1' }]))).toEqual(['A', 'B'])
  })

  it('X23 have names that are identifiers, and are told apart', () => {
    const versions = ['v1-1-0', 'v1', 'v110'].map((name) => ({ name, storage: name === 'v1' }))
    expect(namesOf(definitionOf('a.io', 'Cron-Tab', versions))).toEqual([
      'CronTabV1_1_0',
      'CronTabV1',
      'CronTabV110',
      'CronTab',
    ])
    const one = [{ name: 'v1' }]
    expect(namesOf(definitionOf('x.io', 'Job', one), definitionOf('1.y.io', 'Job', one))).toEqual([
      'XIoJob',
      '_1YIoJob',
    ])
    expect(namesOf(definitionOf('x.io', 'Json', one), definitionOf('x.io', 'string', one))).toEqual([
      'XIoJson',
      'String',
    ])
    expect(namesOf(definitionOf('x.io', 'A', one), definitionOf('x.io', 'A', one, 'others'))).toEqual([
      'XIoA',
      'XIoA_2',
    ])
    expect(namesOf(definitionOf('x.io', 'A', [{ name: 'v1', served: false }]))).toEqual([])
  })

  it.for([
    ['nothing', null, 'Json'],
    ['no values', { type: 'string', enum: [] }, 'string'],
    ['values that are objects', { type: 'array', items: { enum: [{ a: 1 }, [2]] } }, '({"a":1} | [2])[]'],
    [
      'a list of what may be null',
      { type: 'array', items: { type: 'array', items: { type: 'string', nullable: true } } },
      '((string | null)[])[]',
    ],
    [
      'a map beside no fields',
      { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
      'Record<string, string>',
    ],
    [
      'nulls for what is absent',
      { type: 'object', properties: null, required: null, enum: null, items: null },
      'JsonObject',
    ],
    ['a list of anything', { type: 'array', items: null }, 'Json[]'],
  ] as const)('X23 say of %s what Kubernetes takes', ([, schema, type]) => {
    const openAPIV3Schema = { type: 'object', properties: { it: schema } }
    const text = typesOf(JSON.stringify(definitionOf('a.io', 'A', [{ name: 'v1', schema: { openAPIV3Schema } }])))
    expect(text).toContain(`  it?: ${type}\n`)
    const imports = ['Json', 'JsonObject', 'ObjectMeta'].filter((name) =>
      new RegExp(`\\b${name}\\b`).test(`ObjectMeta ${type}`),
    )
    expect(text).toContain(`import type { ${imports.join(', ')} } from 'coxswain/client'`)
  })

  it('X23 read YAML as Kubernetes does: `on` is true, a day is a text', () => {
    const values = CRON_TAB.replace(`enum: [Allow, "Don't"]`, 'enum: [on, 2001-01-01, 0o7]')
    expect(typesOf(values)).toContain("policy?: true | '2001-01-01' | '0o7'")
  })

  it('X23 have comments that are no orders to the compiler', () => {
    const openAPIV3Schema = {
      type: 'object',
      properties: { it: { type: 'string', description: '@ts-expect-error why' } },
    }
    const text = typesOf(JSON.stringify(definitionOf('a.io', 'A', [{ name: 'v1', schema: { openAPIV3Schema } }])))
    expect(typeErrorsOf({ 'a.ts': text })).toBe('')
  })

  it.for([
    ['', 'no CustomResourceDefinition'],
    [
      JSON.stringify({ ...definitionOf('a.io', 'A', []), spec: { group: 'a.io' } }),
      'things.a.io lacks one of spec.group',
    ],
    [JSON.stringify({ ...definitionOf('a.io', 'A', []), spec: null }), 'things.a.io lacks one of spec.group'],
    ['a: [', 'the file is no YAML'],
    ['kind: ConfigMap', 'no CustomResourceDefinition'],
    ['kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1beta1', 'v1beta1'],
  ])('X23 are not made of %j', ([text, problem]) => {
    expect(() => typesOf(text ?? '')).toThrow(problem)
  })
})

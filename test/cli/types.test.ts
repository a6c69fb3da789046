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

  it.for([
    ['', 'no CustomResourceDefinition'],
    ['a: [', 'the file is no YAML'],
    ['kind: ConfigMap', 'no CustomResourceDefinition'],
    ['kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1beta1', 'v1beta1'],
  ])('X23 are not made of %j', ([text, problem]) => {
    expect(() => typesOf(text ?? '')).toThrow(problem)
  })
})

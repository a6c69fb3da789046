import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'prettier'
import { describe, expect, it } from 'vitest'
import { kindTypes } from '../../src/cli/kind-types.ts'
import { kindsData, type FieldData, type KindsData } from '../../src/kinds/kinds-data.ts'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'
import manifest from '../../package.json' with { type: 'json' }

const kindsOf = (types: Record<string, Partial<FieldData>[]>, kinds: string[]): KindsData =>
  ({
    types,
    typeFlags: {},
    resources: kinds.map((type) => {
      const [group = '', version = '', kind = ''] = type.split('.').slice(-3)
      return { group, version, kind, type, resource: `${kind.toLowerCase()}s` }
    }),
  }) as unknown as KindsData

describe('the types of built-in kinds', () => {
  it('are those of kinds.json', async () => {
    const style = { parser: 'typescript', ...manifest.prettier } as Parameters<typeof format>[1]
    const text = readFileSync(join(PROJECT_FOLDER, 'src/client/generated/kinds.ts'), 'utf8')
    expect(text === (await format(kindTypes(kindsData), style)), 'run node src/cli/write-kind-types.ts').toBe(true)
  })

  it('say what is required, which values there are, and whose fields are inlined', () => {
    const text = kindTypes(
      kindsOf(
        {
          'a.core.v1.Pod': [
            { name: 'metadata', type: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' },
            { name: 'spec', type: 'a.core.v1.PodSpec' },
          ],
          'a.core.v1.PodSpec': [
            { name: 'ports', type: '[]intOrString', required: true },
            { name: 'policy', type: 'string', enum: ['Always', 'Never'] },
            { name: 'name', type: 'string', required: true, default: '' },
            { name: 'inner', type: 'a.core.v1.Inner', inline: true },
            { name: 'groups', type: 'map[string]wrapped[]string' },
          ],
          'a.core.v1.Inner': [
            { name: '$ref', type: 'bytes' },
            { name: 'x-y', type: 'int64' },
          ],
        },
        ['a.core.v1.Pod'],
      ),
    )
    expect(text).toContain(`/** core/v1 \`pods\` */
export interface Pod {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: PodSpec
}

export interface PodSpec {
  ports: (number | string)[]
  policy?: 'Always' | 'Never'
  name?: string
  $ref?: string
  'x-y'?: number
  groups?: Record<string, string[]>
}
`)
    expect(text).toContain("export interface BuiltInKinds {\n  'core/v1': {\n    pods: Pod\n  }\n}")
  })

  it('are told apart where two have one name', () => {
    const event = [{ name: 'series', type: 'a.events.v1.Series' }]
    const text = kindTypes(
      kindsOf({ 'a.core.v1.Event': [{ name: 'series', type: 'a.core.v1.Series' }], 'a.events.v1.Event': event }, [
        'a.core.v1.Event',
        'a.events.v1.Event',
      ]),
    )
    expect([...text.matchAll(/^export interface (\w+)/gm)].map(([, name]) => name)).toEqual([
      'BuiltInKinds',
      'Event',
      'EventsV1Event',
      'Series',
      'EventsV1Series',
    ])
    expect(text).toContain('series?: EventsV1Series')
  })

  it('refuse a type that is not known', () => {
    const kinds = kindsOf({ 'a.core.v1.Pod': [{ name: 'x', type: 'complex' }] }, ['a.core.v1.Pod'])
    expect(() => kindTypes(kinds)).toThrow('complex')
  })
})

import fc from 'fast-check'

/** Texts as people write them, and such as end comments, strings and types where nobody looks. */
const TEXT = fc.oneof(
  fc.constantFrom(
    '*/',
    '/**',
    '*',
    '/',
    '`',
    "'",
    '"',
    '\\',
    '${x}',
    '// x',
    '@ts-expect-error',
    '@ts-ignore x',
    'Json',
    'a\r\nb',
  ),
  fc.constantFrom(
    '\u2028',
    'line\nline */ x',
    '\t',
    'é',
    '\ud800',
    '<T>',
    '=> 1',
    '} | {',
    'ObjectMeta and JsonObject',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ maxLength: 8 }),
)

const FIELD = fc.oneof(
  fc.constantFrom(
    'spec',
    'status',
    'metadata',
    'apiVersion',
    'kind',
    'odd-name',
    '0',
    '1e3',
    '__proto__',
    'constructor',
    'x y',
  ),
  fc.constantFrom(
    'readonly',
    'new',
    'get',
    'set',
    'static',
    'class',
    'default',
    'Json',
    'ſ',
    '𝒳',
    'a.b/c',
    '[field: string]',
    '',
  ),
  TEXT,
)

const VALUE = fc.jsonValue({ maxDepth: 2 })

/** Structural schemas, as kube-apiserver takes them. */
const { schema, fields } = fc.letrec((tie) => {
  const common = {
    description: fc.option(TEXT, { nil: undefined }),
    nullable: fc.option(fc.boolean(), { nil: undefined }),
    enum: fc.option(fc.array(VALUE, { maxLength: 4 }), { nil: undefined, freq: 4 }),
  }
  const of = (more: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ ...common, ...more }, { noNullPrototype: true })
  const preserve = fc.option(fc.boolean(), { nil: undefined })
  return {
    fields: fc.dictionary(FIELD, tie('schema'), { maxKeys: 5, noNullPrototype: true }),
    schema: fc.oneof(
      { maxDepth: 4 },
      of({ type: fc.constantFrom('string', 'integer', 'number', 'boolean') }),
      of({ 'x-kubernetes-int-or-string': fc.constant(true) }),
      of({ 'x-kubernetes-preserve-unknown-fields': fc.constant(true) }),
      of({ type: fc.constant('array'), items: tie('schema') }),
      of({ type: fc.constant('object'), additionalProperties: fc.oneof(tie('schema'), fc.constant(true)) }),
      of({
        type: fc.constant('object'),
        properties: tie('fields'),
        required: fc.option(fc.array(FIELD, { maxLength: 3 }), { nil: undefined }),
        'x-kubernetes-preserve-unknown-fields': preserve,
      }),
      of({
        type: fc.constant('object'),
        properties: tie('fields'),
        'x-kubernetes-embedded-resource': fc.constant(true),
      }),
    ),
  }
})

const root = fc.record(
  {
    type: fc.constant('object'),
    description: fc.option(TEXT, { nil: undefined }),
    properties: fc.option(fields, { nil: undefined }),
    'x-kubernetes-preserve-unknown-fields': fc.option(fc.boolean(), { nil: undefined }),
  },
  { noNullPrototype: true },
)

const version = fc.record(
  {
    name: fc.constantFrom('v1', 'v1-1-0', 'v11', 'v1-1', 'v110', 'v1alpha1', 'x-y', 'v1beta2'),
    served: fc.boolean(),
    storage: fc.boolean(),
    schema: fc.option(fc.record({ openAPIV3Schema: root }), { nil: undefined }),
  },
  { noNullPrototype: true },
)

export const definition = fc.record(
  {
    apiVersion: fc.constant('apiextensions.k8s.io/v1'),
    kind: fc.constant('CustomResourceDefinition'),
    metadata: fc.constant({ name: 'things.example.com' }),
    spec: fc.record(
      {
        group: fc.constantFrom('example.com', 'stable.example.com', '1.io', 'a-b.example.com', 'ab.example.com'),
        scope: fc.constantFrom('Namespaced', 'Cluster'),
        names: fc.record(
          {
            kind: fc.constantFrom(
              'CronTab',
              'Cron-Tab',
              'CronTabV1',
              'Json',
              'Record',
              'ObjectMeta',
              'string',
              'class',
              'Array',
              'any',
              'X',
            ),
            plural: fc.constantFrom('crontabs', 'x-y'),
          },
          { noNullPrototype: true },
        ),
        versions: fc.uniqueArray(version, { minLength: 1, maxLength: 3, selector: ({ name }) => name }),
      },
      { noNullPrototype: true },
    ),
  },
  { noNullPrototype: true },
)

export { schema }

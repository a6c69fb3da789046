import { readDefinitions } from './definitions.ts'
import { SchemaTypes } from './schema-types.ts'
import { nameTypes, type NamedTypes } from './type-names.ts'
import { docComment } from './typescript.ts'

/**
 * The text of a TypeScript module with the types of the custom resources that a text defines: see `readDefinitions`. A kind with
 * one served version has its name, `CronTab`; one with several has one type each, `CronTabV1`, and `CronTab` is that which is
 * stored. Throws an Error that says what is wrong.
 */
export function typesOf(text: string): string {
  const schemas = new SchemaTypes()
  const types = nameTypes(readDefinitions(text)).flatMap((named) => typesOfDefinition(named, schemas))
  const imports = [...schemas.imports].sort()
  const head = imports.length > 0 ? `import type { ${imports.join(', ')} } from 'coxswain/client'` : 'export {}'
  return `/** Made from a CustomResourceDefinition by \`coxswain types\`. */\n${head}\n\n${types.join('\n')}`
}

function typesOfDefinition({ definition, versions, alias }: NamedTypes, schemas: SchemaTypes): string[] {
  const { group, plural, isClustered } = definition
  const place = isClustered ? '' : ', { namespace }'
  const interfaces = versions.map(({ name, version }) => {
    const schema = version.schema?.openAPIV3Schema ?? {}
    const use = `client.resource<${name}>('${group}/${version.name}', '${plural}'${place})`
    const comment = docComment([schema.description, `\`${use}\``].filter(Boolean).join('\n\n'))
    return `${comment}export interface ${name} ${schemas.root(schema)}\n`
  })
  return [...interfaces, ...(alias ? [`export type ${alias.name} = ${alias.of}\n`] : [])]
}

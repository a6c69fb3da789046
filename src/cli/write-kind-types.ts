import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'prettier'
import { kindsData } from '../kinds/kinds-data.ts'
import { kindTypes } from './kind-types.ts'

/** `node src/cli/write-kind-types.ts`, after a change of src/kinds/kinds.json. */
const file = join(import.meta.dirname, '../client/generated/kinds.ts')
const style = { parser: 'typescript', semi: false, singleQuote: true, printWidth: 120, trailingComma: 'all' } as const
writeFileSync(file, await format(kindTypes(kindsData), style))

import { describe, expect, it } from 'vitest'
import { importsOf, readSourceFiles, type Import, type SourceFile } from './source-files.ts'

interface Part {
  /** parts of src that it may import, beside itself */
  may: string[]
  /** parts of which it may import types alone */
  mayNameTypesOf?: string[]
  packages?: RegExp
}

/**
 * The arrow: worker.ts → http → (types only) objects → storage → kinds → core → wire ← client. faults is a second entry, as worker.ts
 * for a server for tests; local, testing, cli and package are Node's.
 */
const PARTS: Record<string, Part> = {
  wire: { may: [] },
  core: { may: ['wire'] },
  kinds: { may: ['core', 'wire'], packages: /^(@bufbuild\/protobuf\/wire|yaml)$/ },
  storage: { may: ['kinds', 'core', 'wire'] },
  objects: { may: ['storage', 'kinds', 'core', 'wire'], packages: /^cloudflare:workers$/ },
  http: { may: ['kinds', 'core', 'wire'], mayNameTypesOf: ['objects'], packages: /^(hono|js-yaml|yaml)(\/|$)/ },
  client: { may: ['wire'] },
  'worker.ts': { may: ['http', 'objects', 'kinds', 'core', 'wire'], packages: /^hono$/ },
  local: { may: ['client', 'core', 'wire'], packages: /^(node:|selfsigned$|smol-toml$|workerd$)/ },
  testing: { may: ['local', 'client', 'wire'], packages: /^node:/ },
  cli: { may: ['testing', 'local', 'kinds', 'wire'], packages: /^(node:|yaml$|prettier$)/ },
  package: { may: ['local'], packages: /^(node:|esbuild$)/ },
  faults: { may: ['http', 'objects', 'storage', 'kinds', 'core', 'wire'], packages: /^cloudflare:workers$/ },
}

function isAllowed({ from, target, specifier, typeOnly }: Import): boolean {
  const part = PARTS[from.part]
  if (part === undefined) return false
  if (target === undefined) return part.packages?.test(specifier) ?? false
  return target === from.part || part.may.includes(target) || (typeOnly && (part.mayNameTypesOf ?? []).includes(target))
}

const describeImport = ({ from, specifier }: Import) => `${from.path} imports ${specifier}`
const file = (path: string, text: string): SourceFile => ({ path, part: path.split('/', 1)[0] ?? path, text })

describe('the import arrow', () => {
  it('holds for every file of src', () => {
    const files = readSourceFiles()
    expect(files.filter(({ part }) => PARTS[part] === undefined).map(({ path }) => path)).toEqual([])
    const broken = files.flatMap(importsOf).filter((one) => !isAllowed(one))
    expect(broken.map(describeImport)).toEqual([])
  })

  it.each([
    ['core/a.ts', "import { x } from '../kinds/b.ts'", false],
    ['core/a.ts', "import {\n  x,\n  type Y,\n} from '../wire/b.ts'", true],
    ['core/write/a.ts', "import type { x } from '../../storage/b.ts'", false],
    ['core/a.ts', "import { x } from 'node:fs'", false],
    ['http/a.ts', "import type { Api } from '../objects/scope-api.ts'", true],
    ['http/a.ts', "import { Api } from '../objects/scope-api.ts'", false],
    ['storage/a.ts', "export { x } from '../objects/b.ts'", false],
    ['objects/a.ts', "export * from '../storage/b.ts'", true],
    ['kinds/a.ts', "const x = await import('../http/b.ts')", false],
    ['kinds/a.ts', "import '../objects/b.ts'", false],
    ['worker.ts', "import { x } from './faults/b.ts'", false],
  ])('%s: %s → %s', (path, text, allowed) => {
    const imports = importsOf(file(path, text))
    expect(imports).toHaveLength(1)
    expect(imports.every(isAllowed)).toBe(allowed)
  })
})

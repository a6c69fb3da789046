import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, resolve } from 'node:path'

const SOURCE = resolve(import.meta.dirname, '../../src')

export interface SourceFile {
  /** relative to src, such as `core/json/json.ts` */
  path: string
  /** the first folder of the path; the path itself for a file directly in src */
  part: string
  text: string
}

export interface Import {
  from: SourceFile
  specifier: string
  typeOnly: boolean
  /** the part of src that is imported; absent for a package */
  target?: string
  /** the file that is imported, relative to src; absent for a package */
  file?: string
}

/** Every TypeScript file below src. */
export function readSourceFiles(): SourceFile[] {
  return readdirSync(SOURCE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => {
      const path = relative(SOURCE, join(entry.parentPath, entry.name))
      return { path, part: partOf(path), text: readFileSync(join(SOURCE, path), 'utf8') }
    })
}

const IMPORT = /\b(?:import|export)\s+(type\s+)?(?:[\w$*{},\s]+?\sfrom\s+)?'([^'\n]+)'|\bimport\(\s*'([^'\n]+)'\s*\)/g

/** What a file imports or exports again, packages too. */
export function importsOf(from: SourceFile): Import[] {
  return [...from.text.matchAll(IMPORT)].map(([, type, named, called]) => {
    const specifier = named ?? called ?? ''
    const found = { from, specifier, typeOnly: type !== undefined }
    if (!specifier.startsWith('.')) return found
    const file = posix.normalize(posix.join(posix.dirname(from.path), specifier))
    return { ...found, file, target: partOf(file) }
  })
}

const partOf = (path: string) => path.split('/', 1)[0] ?? path

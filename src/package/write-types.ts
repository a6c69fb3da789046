import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_FOLDER } from '../local/deployment.ts'

const IMPORTED = /(from |import\()'(\.[^']*)\.ts'/g

/** Writes the declarations of the entries, and of what these import, into each of the folders. */
export async function writeTypes(entries: string[], folders: string[]): Promise<void> {
  const declared = mkdtempSync(join(tmpdir(), 'coxswain-types-'))
  try {
    await declare(declared)
    for (const path of reachable(
      declared,
      entries.map((entry) => `${entry}/index`),
    )) {
      const text = readFileSync(join(declared, `${path}.d.ts`), 'utf8')
      for (const folder of folders) write(join(folder, `${path}.d.ts`), text.replaceAll(IMPORTED, "$1'$2.js'"))
    }
  } finally {
    rmSync(declared, { recursive: true, force: true })
  }
}

async function declare(folder: string): Promise<void> {
  const tsc = join(PROJECT_FOLDER, 'node_modules/typescript/bin/tsc')
  const project = join(PROJECT_FOLDER, 'src/package/tsconfig.types.json')
  try {
    await promisify(execFile)(process.execPath, [tsc, '-p', project, '--outDir', folder])
  } catch (error) {
    throw new Error(`the types cannot be declared:\n${(error as { stdout: string }).stdout}`, { cause: error })
  }
}

/** The modules that the entries import, and those that these import, and so on. */
function reachable(folder: string, entries: string[]): Set<string> {
  const found = new Set(entries)
  for (const path of found) {
    const text = readFileSync(join(folder, `${path}.d.ts`), 'utf8')
    for (const [, , specifier = ''] of text.matchAll(IMPORTED)) found.add(normalize(join(dirname(path), specifier)))
  }
  return found
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'

const CLIENT = join(PROJECT_FOLDER, 'src/client/index.ts')

/** What tsc has to say of these files, which import `coxswain/client`, where no types but those of a browser are known. */
export function typeErrorsOf(files: Record<string, string>): string {
  mkdirSync(join(PROJECT_FOLDER, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(PROJECT_FOLDER, 'dist/types-'))
  try {
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, name), text.replaceAll("'coxswain/client'", `'${CLIENT}'`))
    const config = { extends: '../../src/client/tsconfig.json', include: ['.'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(PROJECT_FOLDER, 'node_modules/typescript/bin/tsc')
    return execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
  } catch (error) {
    return (error as { stdout?: string }).stdout || String(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

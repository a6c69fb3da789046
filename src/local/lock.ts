import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from './problem.ts'
import { takeName } from './taken-name.ts'
import type { Lock } from './taken-name.ts'

/** Before it, node:sqlite is missing or says that it is experimental. */
const SQLITE_SINCE_NODE = 24

/**
 * Takes the folder for this process, or throws a `Problem` where another has it: two workerds must never write the same
 * data. The locks are the operating system's: a name, which every Node can take, and the file, through SQLite, which also
 * holds off a process in another container.
 */
export async function lockFolder(folder: string): Promise<Lock> {
  const file = join(folder, 'lock')
  closeSync(openSync(file, 'a', 0o600))
  const name = await takeName(file)
  const lock = name && lockFile(file)
  if (lock) return { release: () => [name, lock].forEach((one) => one.release()) }
  name?.release()
  throw new Problem(`${folder} is in use by another server; end that one, or choose another folder with --data`)
}

function lockFile(file: string): Lock | undefined {
  if (Number.parseInt(process.versions.node, 10) < SQLITE_SINCE_NODE) return { release: () => {} }
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA journal_mode = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return { release: () => (database.isOpen ? database.close() : undefined) }
  } catch {
    database.close()
    return undefined
  }
}

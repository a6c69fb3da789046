import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Problem } from './problem.ts'

/**
 * Takes the folder for this process, or throws a `Problem` where another has it: two workerds must never write the same
 * data. The lock is the operating system's (through SQLite), so it goes with the process, also by kill -9.
 */
export function lockFolder(folder: string): { release(): void } {
  const file = join(folder, 'lock')
  closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file)
  try {
    lock.exec('PRAGMA journal_mode = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new Problem(`${folder} is in use by another npm start; end that one, or choose another folder with --data`)
  }
  return { release: () => (lock.isOpen ? lock.close() : undefined) }
}

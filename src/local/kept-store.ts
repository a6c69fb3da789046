import { createHash, createHmac } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from './problem.ts'
import { writePrivately } from './state-folder.ts'

/** Beside the objects: tells which files held data when the server last started or ended. */
const MARKER = 'store.json'
const SQLITE_FILE = 'SQLite format 3\0'
const WHAT_TO_DO = 'put it back from a copy, or start with --fresh to begin anew'

export interface Store {
  /** what `npm start` keeps everything in */
  folder: string
  /** of the objects' SQLite files */
  objects: string
  /** of the cluster scope, which every store has */
  clusterFile: string
}

/** `uniqueKey` is that of the objects, `clusterName` the name of the cluster scope's. */
export const storeIn = (folder: string, objectsFolder: string, uniqueKey: string, clusterName: string): Store => ({
  folder,
  objects: join(objectsFolder, uniqueKey),
  clusterFile: `${idFromName(uniqueKey, clusterName)}.sqlite`,
})

/** Before a start: throws a `Problem` where data was kept that is not there any more, or is no database (Q4). */
export function assertKept(store: Store): void {
  const kept = new Set(markedFiles(store))
  const found = databasesIn(store)
  if (kept.size > 0 && !found.includes(store.clusterFile))
    throw new Problem(`${pathOf(store, store.clusterFile)} is gone: ${WHAT_TO_DO}`)
  for (const name of found) {
    const start = startOf(pathOf(store, name))
    if (start === '' && kept.has(name)) throw new Problem(`${pathOf(store, name)} was emptied: ${WHAT_TO_DO}`)
    if (start !== '' && start !== SQLITE_FILE) throw new Problem(`${pathOf(store, name)} is damaged: ${WHAT_TO_DO}`)
  }
}

/** Notes which files hold data now. */
export function markKept(store: Store): void {
  const files = databasesIn(store).filter((name) => startOf(pathOf(store, name)) !== '')
  writePrivately(join(store.folder, MARKER), `${JSON.stringify({ files })}\n`)
}

export const forgetKept = ({ folder }: Store): void => rmSync(join(folder, MARKER), { force: true })

const pathOf = ({ objects }: Store, name: string) => join(objects, name)

function markedFiles({ folder }: Store): string[] {
  const file = join(folder, MARKER)
  if (!existsSync(file)) return []
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { files: string[] }).files
  } catch {
    throw new Problem(`${file} is damaged: remove it where the data beside it is whole`)
  }
}

const databasesIn = ({ objects }: Store) =>
  existsSync(objects) ? readdirSync(objects).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name)) : []

/** The first bytes of a file, which name its format. */
function startOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(SQLITE_FILE.length)
    return bytes.toString('latin1', 0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}

/** The id that workerd gives to the object of a name. */
function idFromName(uniqueKey: string, name: string): string {
  const key = createHash('sha256').update(uniqueKey).digest()
  const half = createHmac('sha256', key).update(name).digest().subarray(0, 16)
  const check = createHmac('sha256', key).update(half).digest().subarray(0, 16)
  return Buffer.concat([half, check]).toString('hex')
}

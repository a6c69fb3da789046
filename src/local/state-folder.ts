import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isUsableCertificate, makeServerCertificate } from './certificate.ts'
import { Problem } from './problem.ts'

/** What a local server keeps between runs, beside its data. */
export interface StateFolder {
  folder: string
  /** The one token of the user `admin`. */
  token: string
  /** PEM of the authority that signed the server's certificate. */
  ca: string
  caFile: string
  tls: { keyFile: string; certificateFile: string }
  kubeconfigFile: string
}

/**
 * Opens the folder, or makes it with a new token and certificate. Only its owner may read what is written, and git passes
 * over a folder that held nothing before.
 */
export async function openStateFolder(path: string, now: Date): Promise<StateFolder> {
  const folder = resolve(path)
  const inFolder = (name: string) => join(folder, name)
  const caFile = inFolder('ca.pem')
  const tls = { keyFile: inFolder('server-key.pem'), certificateFile: inFolder('server.pem') }
  return await writing(folder, async () => {
    makeFolder(folder)
    if (readdirSync(folder).length === 0) writePrivately(inFolder('.gitignore'), '*\n')
    return {
      folder,
      token: keptToken(inFolder('token')),
      ca: await keptCertificate(tls, caFile, now),
      caFile,
      tls,
      kubeconfigFile: inFolder('kubeconfig'),
    }
  })
}

/** Parents too. (The recursive form of mkdir never returns below /proc, where a folder can neither be made nor found.) */
function makeFolder(folder: string): void {
  const make = () => mkdirSync(folder, { mode: 0o700 })
  try {
    make()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return
    if (code !== 'ENOENT' || dirname(folder) === folder || existsSync(dirname(folder))) throw error
    makeFolder(dirname(folder))
    make()
  }
}

/** Written whole or not at all; readable by its owner alone. */
export function writePrivately(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, text, { mode: 0o600 })
  renameSync(unfinished, file)
}

function keptToken(file: string): string {
  const kept = readIfThere(file)?.trim()
  if (kept) return kept
  const token = randomBytes(32).toString('base64url')
  writePrivately(file, `${token}\n`)
  return token
}

async function keptCertificate(tls: StateFolder['tls'], caFile: string, now: Date): Promise<string> {
  const kept = {
    key: readIfThere(tls.keyFile) ?? '',
    certificate: readIfThere(tls.certificateFile) ?? '',
    ca: readIfThere(caFile) ?? '',
  }
  if (isUsableCertificate(kept, now)) return kept.ca
  const made = await makeServerCertificate(now)
  writePrivately(tls.keyFile, made.key)
  writePrivately(tls.certificateFile, made.certificate)
  writePrivately(caFile, made.ca)
  return made.ca
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'no folder can be made there',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  EISDIR: 'a folder stands where a file belongs',
}

/** Turns the errors of a folder that cannot be used into a `Problem`. */
export async function writing<T>(folder: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || error instanceof Problem) throw error
    throw new Problem(`cannot write to ${folder}: ${REASONS[code] ?? code}`)
  }
}

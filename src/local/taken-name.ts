import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Ends by `release`, or with its process, also by kill -9. */
export interface Lock {
  release(): void
}

/**
 * Takes a name that stands for an existing file; undefined where another process of this machine has it. A name is a local
 * socket that is listened on, so it is free again when its process is gone.
 */
export async function takeName(file: string, toAddress = addressOf): Promise<Lock | undefined> {
  const address = toAddress(createHash('sha256').update(realpathSync(file)).digest('hex').slice(0, 32))
  const server = (await listen(address)) ?? (await listenInPlaceOfTheDead(address))
  return server && { release: () => void server.close() }
}

/** On Linux a name without a file; elsewhere a file, which a killed process leaves behind. */
function addressOf(hash: string): string {
  if (process.platform === 'linux') return `\0coxswain-${hash}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\coxswain-${hash}` : join(tmpdir(), `coxswain-${hash}.sock`)
}

async function listen(address: string): Promise<Server | undefined> {
  const server = createServer((connection) => connection.destroy())
  try {
    server.listen(address)
    await once(server, 'listening')
    return server.unref()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
}

/** A file on which nobody listens belongs to a process that is gone. */
async function listenInPlaceOfTheDead(address: string): Promise<Server | undefined> {
  if (address.startsWith('\0') || (await isAnswered(address))) return undefined
  rmSync(address, { force: true })
  return listen(address)
}

async function isAnswered(address: string): Promise<boolean> {
  const connection = connect(address)
  try {
    await once(connection, 'connect')
    return true
  } catch {
    return false
  } finally {
    connection.destroy()
  }
}

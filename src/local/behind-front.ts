import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bundle } from './bundle.ts'
import { type Front, startFront } from './front.ts'
import { connectionsWithin, openFilesLimit } from './open-files.ts'
import { Problem } from './problem.ts'
import type { StateFolder } from './state-folder.ts'
import {
  LOOPBACK,
  MAIN_SOCKET,
  type RunningWorkerd,
  SHUTDOWN,
  startWorkerd,
  type WorkerdOptions,
  WorkerdStartError,
} from './workerd.ts'

/** What each step of an orderly end may take: together less than a second. */
const END_WATCHES_MS = 400
const DRAIN_MS = 250
const GOODBYE_MS = 150

export interface Served {
  url: string
  port: number
  /** Ends watches in order, then the server; within a second (Q5). */
  stop(): Promise<void>
  /** Resolves when the server has ended, for whatever reason. */
  exited: Promise<void>
}

interface FrontedOptions {
  port: number
  open: boolean
  onLog: (line: string) => void
}

/** Starts workerd on local sockets that only this user can reach, and the front that takes its connections. */
export async function startBehindFront(
  { port, open, onLog }: FrontedOptions,
  bundle: Bundle,
  { folder, tls }: StateFolder,
  settings: Record<string, string>,
): Promise<Served> {
  const socketsFolder = mkdtempSync(join(tmpdir(), 'coxswain-'))
  const remove = () => rmSync(socketsFolder, { recursive: true, force: true })
  try {
    const front = await startFront({
      port,
      tls: open ? undefined : tls,
      behind: join(socketsFolder, MAIN_SOCKET),
      maxConnections: connectionsWithin(openFilesLimit()),
      onLog,
    })
    const workerd = await startQuietly({ bundle, folder, port, settings, socketsFolder, onLog }).catch(
      (error: unknown) => {
        front.close()
        throw error
      },
    )
    const gone = workerd.exited.then(() => front.end(0)).then(remove)
    return {
      url: `${open ? 'http' : 'https'}://${LOOPBACK}:${front.port}`,
      port: front.port,
      exited: workerd.exited,
      async stop() {
        await endInOrder(front, workerd, join(socketsFolder, SHUTDOWN))
        await gone
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** Before it listens, what it says is the one line of the `Problem`. */
async function startQuietly({ onLog, ...options }: WorkerdOptions): Promise<RunningWorkerd> {
  let listening = false
  try {
    const workerd = await startWorkerd({
      ...options,
      temporary: options.socketsFolder,
      onLog: (line) => (listening ? onLog?.(line) : undefined),
    })
    listening = true
    return workerd
  } catch (error) {
    throw error instanceof WorkerdStartError ? new Problem(`workerd did not start: ${error.message}`) : error
  }
}

async function endInOrder(front: Front, workerd: RunningWorkerd, shutdownSocket: string): Promise<void> {
  front.close()
  await within(END_WATCHES_MS, askToEndWatches(shutdownSocket))
  workerd.drain()
  await within(DRAIN_MS, workerd.exited)
  await front.end(GOODBYE_MS)
  await workerd.stop()
}

/** Resolves when the server has ended its watches, or is not there to do so. */
const askToEndWatches = (socketPath: string) =>
  new Promise<void>((resolve) => {
    const asked = request({ socketPath, method: 'POST' }, (answer) => answer.resume().once('end', resolve))
    asked.once('error', () => resolve())
    asked.end()
  })

function within(ms: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))])
}

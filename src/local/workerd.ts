import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Bundle } from './bundle.ts'
import { foldLasting, followLog } from './log-lines.ts'
import { watchOver } from './watchdog.ts'
import type { Watchdog } from './watchdog.ts'
import { formatWorkerdConfig } from './workerd-config.ts'
import type { ServedSocket } from './workerd-config.ts'

export const LOOPBACK = '127.0.0.1'

/** The program itself: the package's command is a script around it, which a kill would end in its place. */
const WORKERD_PROGRAM = (createRequire(import.meta.url)('workerd') as { default: string }).default
const CONTROL_FD = 3
export const MAIN_SOCKET = 'api'
const SECOND_SOCKET = 'api-tls'
/** A socket, and the export of the Worker that answers there. */
export const SHUTDOWN = 'shutdown'

type TlsFiles = NonNullable<ServedSocket['tls']>

export interface WorkerdOptions {
  bundle: Bundle
  /** An existing folder; workerd's configuration and the objects' data go into it. */
  folder: string
  /** A folder that goes when this process ends without `stop`, also by kill -9. */
  temporary?: string | undefined
  /** 0: any that is free. */
  port: number
  /** PEM files; plain http without them. */
  tls?: TlsFiles | undefined
  /** Serves https with these as well, on any port that is free. */
  alsoTls?: TlsFiles | undefined
  /** Settings of the Worker, over the defaults of its wrangler.toml. */
  settings?: Record<string, string> | undefined
  /**
   * Listens on local sockets in this folder alone, not on `port`: on `api` for requests, and on `shutdown` for the word that it is
   * to end. Short, as the name of such a socket is.
   */
  socketsFolder?: string | undefined
  /** Gets each line that workerd or the Worker logs. */
  onLog?: (line: string) => void
}

export interface RunningWorkerd {
  url: string
  port: number
  /** Of the second port, where one was asked for. */
  alsoUrl: string | undefined
  pid: number
  /** Lets it answer what it has begun, and end by itself; nothing new is taken. */
  drain(): void
  /** Ends it at once (SIGKILL): what was answered is durable, and a drain could wait for watchers for ever. */
  stop(): Promise<void>
  /** Resolves when the process has ended, for whatever reason. */
  exited: Promise<void>
  /** This process need not stay because of it; workerd still ends with this process. */
  unref(): void
}

/** workerd ended before it listened; the message is the first line that it wrote. */
export class WorkerdStartError extends Error {
  override name = 'WorkerdStartError'
}

/** Where the SQLite files of the Durable Objects are. */
export const objectsFolderOf = (folder: string) => join(folder, 'objects')

/** Starts `workerd serve` on loopback; resolves when it listens. It ends with this process, however that ends. */
export async function startWorkerd(options: WorkerdOptions): Promise<RunningWorkerd> {
  const settings = { ...options.bundle.deployment.settings, ...options.settings }
  const configFile = writeConfig(options, Object.keys(settings))
  const child = spawn(WORKERD_PROGRAM, ['serve', configFile, `--control-fd=${CONTROL_FD}`], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // a session of its own: the Ctrl-C of a terminal is for this program, which ends workerd itself
    detached: true,
    env: { ...process.env, ...settings },
  })
  const exited = once(child, 'close').then(() => {})
  const watchdog = child.pid === undefined ? undefined : watch(child, child.pid, options)

  let firstLine: string | undefined
  const onLog = foldLasting((line) => options.onLog?.(line), Date.now)
  const log = (line: string) => {
    firstLine ??= line
    onLog(line)
  }
  followLog(child.stdout as Readable, log)
  followLog(child.stderr as Readable, log)

  const ports = await Promise.race([
    listeningPorts(child, options.alsoTls || options.socketsFolder !== undefined ? 2 : 1),
    exited,
  ])
  if (ports === undefined) throw new WorkerdStartError(firstLine ?? 'workerd ended without a word')
  const port = ports.get(MAIN_SOCKET) as number
  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://${LOOPBACK}:${port}`,
    port,
    alsoUrl: options.alsoTls && `https://${LOOPBACK}:${ports.get(SECOND_SOCKET)}`,
    pid: child.pid as number,
    exited,
    drain: () => void child.kill('SIGTERM'),
    async stop() {
      child.ref()
      child.kill('SIGKILL')
      await exited
      watchdog?.dismiss()
    },
    unref() {
      child.unref()
      for (const stream of child.stdio) (stream as Socket | null)?.unref()
      watchdog?.unref()
    },
  }
}

function writeConfig(options: WorkerdOptions, settingNames: string[]): string {
  const { bundle, folder } = options
  const home = realpathSync(folder)
  mkdirSync(objectsFolderOf(home), { recursive: true, mode: 0o700 })
  const fromHome = (file: string) => relative(home, realpathSync(file))
  const sockets = socketsOf(options, fromHome)
  const config = formatWorkerdConfig({
    deployment: bundle.deployment,
    scriptFile: fromHome(bundle.scriptFile),
    objectsFolder: objectsFolderOf(home),
    sockets,
    settingNames,
  })
  const file = join(home, 'workerd.capnp')
  writeFileSync(file, config, { mode: 0o600 })
  return file
}

function socketsOf(
  { port, tls, alsoTls, socketsFolder }: WorkerdOptions,
  fromHome: (file: string) => string,
): ServedSocket[] {
  if (socketsFolder !== undefined)
    return [
      { name: MAIN_SOCKET, address: `unix:${socketsFolder}/${MAIN_SOCKET}` },
      { name: SHUTDOWN, address: `unix:${socketsFolder}/${SHUTDOWN}`, entrypoint: SHUTDOWN },
    ]
  const fromHomeAll = (files: TlsFiles | undefined) =>
    files && { keyFile: fromHome(files.keyFile), certificateFile: fromHome(files.certificateFile) }
  const sockets: ServedSocket[] = [{ name: MAIN_SOCKET, address: `${LOOPBACK}:${port}`, tls: fromHomeAll(tls) }]
  if (alsoTls) sockets.push({ name: SECOND_SOCKET, address: `${LOOPBACK}:0`, tls: fromHomeAll(alsoTls) })
  return sockets
}

function watch(child: ChildProcess, pid: number, { temporary }: WorkerdOptions): Watchdog {
  const watchdog = watchOver(pid, temporary)
  child.once('exit', () => (temporary === undefined ? watchdog.dismiss() : watchdog.ended()))
  return watchdog
}

/** workerd tells on the control descriptor, as lines of JSON, which socket listens where. Resolves when so many do. */
function listeningPorts(child: ChildProcess, count: number): Promise<Map<string, number>> {
  const ports = new Map<string, number>()
  return new Promise((resolve) => {
    createInterface({ input: child.stdio[CONTROL_FD] as Readable }).on('line', (line) => {
      const message = JSON.parse(line) as { event: string; socket?: string; port?: number }
      if (message.event !== 'listen') return
      ports.set(message.socket as string, message.port as number)
      if (ports.size === count) resolve(ports)
    })
  })
}

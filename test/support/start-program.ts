import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'

export interface ProgramOptions {
  environment?: Record<string, string>
  /** Through `npm start`, in a process group of its own, as a terminal would. */
  throughNpm?: boolean
  /** So many files may be open, and no more. */
  openFiles?: number
}

export interface Ended {
  code: number | null
  /** Of the error output. */
  errorLines: string[]
}

/** `npm start -- …` as a user sees it. */
export class StartProgram {
  readonly process: ChildProcess
  readonly ended: Promise<Ended>
  output = ''
  #errors = ''

  constructor(words: string[], { environment = {}, throughNpm = false, openFiles }: ProgramOptions = {}) {
    const [program, ...parameters] = throughNpm
      ? ['npm', 'start', '--silent', '--', ...words]
      : [process.execPath, join(PROJECT_FOLDER, 'src/local/start.ts'), ...words]
    const limited = ['sh', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, program, ...parameters] as string[]
    const [first, ...rest] = openFiles === undefined ? [program, ...parameters] : limited
    this.process = spawn(first as string, rest, {
      cwd: PROJECT_FOLDER,
      detached: throughNpm,
      stdio: ['ignore', 'pipe', 'pipe'],
      // as under npm, it ends with its parent, so that nothing outlives a test run that is killed
      env: { ...process.env, npm_lifecycle_event: 'start', ...environment },
    })
    this.process.stdout?.on('data', (data: Buffer) => (this.output += data.toString()))
    this.process.stderr?.on('data', (data: Buffer) => (this.#errors += data.toString()))
    this.ended = once(this.process, 'close').then(([code]) => ({
      code: code as number | null,
      errorLines: this.#errors.split('\n').filter(Boolean),
    }))
  }

  /** The URL, once it says that it listens. Rejects if it ends before. */
  async listening(): Promise<string> {
    const ended = this.ended.then(({ errorLines }) => Promise.reject(new Error(`ended: ${errorLines.join('\n')}`)))
    ended.catch(() => {})
    for (;;) {
      const url = /listens on (\S+)\n[^]*--watch\n/.exec(this.output)?.[1]
      if (url !== undefined) return url
      await Promise.race([once(this.process.stdout as NodeJS.ReadableStream, 'data'), ended])
    }
  }

  /** Sends a signal and waits for the end; answers with how long it took. */
  async end(signal: NodeJS.Signals = 'SIGINT'): Promise<Ended & { tookMs: number }> {
    const start = performance.now()
    this.process.kill(signal)
    const ended = await this.ended
    return { ...ended, tookMs: performance.now() - start }
  }
}

/** Resolves when nothing listens on the port any more; rejects at the deadline. */
export async function untilPortIsFree(port: number, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs
  while (await accepts(port)) {
    if (performance.now() > deadline) throw new Error(`port ${port} is still served after ${withinMs} ms`)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      // let other work happen before the next look
      setImmediate(() => resolve(true))
    })
  })
}

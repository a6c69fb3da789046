import { afterAll, beforeAll } from 'vitest'
import { uniqueName } from '../../support/sandbox.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { Kubectl } from './kubectl.ts'
import type { KubectlProgram } from './programs.ts'
import type { RunningKubectl } from './running-kubectl.ts'

/** A namespace of its own for one test, and kubectl working in it. Commands are written as they are typed. */
export class Place {
  readonly kubectl: Kubectl
  readonly name: string

  constructor(kubectl: Kubectl, name: string) {
    this.kubectl = kubectl
    this.name = name
  }

  /** What a command prints that must succeed. */
  ok(command: string): Promise<string> {
    return this.kubectl.output(...this.#words(command))
  }

  run(command: string) {
    return this.kubectl.run(this.#words(command))
  }

  /** What a command says that must fail; its exit code is 1. */
  async refusal(command: string): Promise<string> {
    const { code, stderr } = await this.kubectl.failure(...this.#words(command))
    if (code !== 1) throw new Error(`kubectl ${command} ended with ${code}`)
    return stderr
  }

  start(command: string): RunningKubectl {
    return this.kubectl.start(this.#words(command))
  }

  /** Writes a file that commands can name. */
  write(name: string, content: string): void {
    this.kubectl.write(name, content)
  }

  #words(command: string): string[] {
    return ['-n', this.name, ...command.split(' ')]
  }
}

/** One server over https for the tests of a suite, and this kubectl. */
export class KubectlBox {
  #kubectl: Kubectl | undefined
  #server: TestServer | undefined

  async start({ file }: KubectlProgram, settings: Record<string, string>): Promise<void> {
    if (file === undefined) return
    this.#server = await startServer({ tls: true, settings })
    this.#kubectl = new Kubectl(file, this.#server.kubeconfigPath)
  }

  async stop(): Promise<void> {
    this.#kubectl?.remove()
    await this.#server?.stop()
  }

  get kubectl(): Kubectl {
    if (!this.#kubectl) throw new Error('there is no kubectl')
    return this.#kubectl
  }

  /** A namespace that does not exist yet. */
  newPlace(): Place {
    return new Place(this.kubectl, uniqueName('kubectl'))
  }

  async place(): Promise<Place> {
    const place = this.newPlace()
    await place.ok(`create namespace ${place.name}`)
    return place
  }
}

export function useKubectl(program: KubectlProgram, settings: Record<string, string> = {}): KubectlBox {
  const box = new KubectlBox()
  beforeAll(() => box.start(program, settings))
  afterAll(() => box.stop())
  return box
}

/** A ConfigMap with the label `app=web`, as people write it. */
export const manifest = (name: string, value: string, more = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, labels: {app: web}${more}}\ndata: {key: "${value}"}\n`

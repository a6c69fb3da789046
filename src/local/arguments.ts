import { parseArgs } from 'node:util'
import { Problem } from './problem.ts'

/** A flag of a program: the word for its value in the usage text, or none where it takes no value. */
type Flags = Record<string, { value?: string; about: string }>
type FlagValues<F extends Flags> = { [name in keyof F]?: F[name] extends { value: string } ? string : boolean }

/** Reads `--name value` and `--name=value`; throws a `Problem` that names the flag for everything else. */
export function parseFlags<F extends Flags>(flags: F, words: string[]): FlagValues<F> {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [
      name,
      { type: flag.value === undefined ? 'boolean' : 'string' } as const,
    ]),
  )
  try {
    const { values } = parseArgs({ args: words, options, strict: true, allowPositionals: false })
    return values as FlagValues<F>
  } catch (error) {
    throw new Problem(`${firstSentence((error as Error).message)}; known are ${usageOf(flags).join(', ')}`)
  }
}

export const usageOf = (flags: Flags): string[] =>
  Object.entries(flags).map(([name, flag]) => (flag.value === undefined ? `--${name}` : `--${name} ${flag.value}`))

/** The value of a flag that must be there. */
export function requiredFlag(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new Problem(`--${name} is missing`)
  return value
}

const firstSentence = (text: string) => text.split(/[.\n](?:\s|$)/, 1)[0] ?? text

const START_FLAGS = {
  port: { value: 'N', about: 'the port on 127.0.0.1 (default 6443; 0: any that is free)' },
  data: { value: 'DIR', about: 'where data, token, certificate and kubeconfig are kept (default .coxswain)' },
  open: { about: 'plain http without credentials; every request may do everything' },
  fresh: { about: 'forget the data of earlier runs' },
  kubernetes: { about: 'every rule as kube-apiserver has it, for Helm and other clients of Kubernetes' },
  help: { about: 'show this' },
} as const

export interface StartArguments {
  port: number
  data: string
  open: boolean
  fresh: boolean
  kubernetes: boolean
  help: boolean
}

export function parseStartArguments(words: string[]): StartArguments {
  const {
    port = '6443',
    data = '.coxswain',
    open = false,
    fresh = false,
    kubernetes = false,
    help = false,
  } = parseFlags(START_FLAGS, words)
  if (data === '') throw new Problem('--data needs the name of a folder')
  return { port: parsePort(port), data, open, fresh, kubernetes, help }
}

/** `npm start --port 7000` gives the flag to npm, and the program none of it: throws a `Problem` that says what to type. */
export function assertNotTakenByNpm(environment: Record<string, string | undefined>): void {
  if (environment['npm_lifecycle_event'] !== 'start') return
  const taken = Object.keys(START_FLAGS).find((name) => environment[`npm_config_${name}`] !== undefined)
  if (taken !== undefined)
    throw new Problem(`npm has taken --${taken} for a flag of its own; put -- before it: npm start -- --${taken}`)
}

/** What the flags of a start mean, a line each. */
export function startFlagLines(): string[] {
  const names = usageOf(START_FLAGS)
  return Object.values(START_FLAGS).map(({ about }, i) => `  ${(names[i] ?? '').padEnd(14)}${about}`)
}

/** Throws a `Problem`. */
export function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new Problem(`--port "${text}" is not a port: a number from 0 to 65535`)
  return port
}

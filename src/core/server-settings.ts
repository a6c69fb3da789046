/** Settings of a deployment, as variables of the Worker (and of the environment for the local runner). */
export interface ServerSettings {
  /** static tokens, see http/authenticate.ts */
  tokens: string
  /** local runner only: no credentials, everybody is `system:masters` */
  open: boolean
  unconditionalUpdate: UnconditionalUpdate
  patchPrecondition: 'optional' | 'require'
  historyMs: number
  historyBytes: number
  eventMs: number
  namespaceObjects: boolean
  corsOrigins: string[]
  groupWaitMs: number
}

/** What becomes of a PUT without a version; `allow` and `warn` follow Kubernetes' rule for the kind (U3, U4, U22). */
export type UnconditionalUpdate = 'refuse' | 'warn' | 'allow'

export type SettingValues = Readonly<Record<string, string | undefined>>

/** A setting that cannot be used: its name, and what to write instead. */
export class SettingError extends Error {
  constructor(name: string, value: string, wanted: string) {
    super(`setting ${name} is "${value}": it must be ${wanted}`)
    this.name = 'SettingError'
  }
}

const MINUTE_MS = 60_000
const MEGABYTE = 1_000_000
/** Larger ones would make times that no table can hold. */
const MAX_NUMBER = 1_000_000_000

/** The settings in which Kubernetes has another rule than Coxswain, by profile. One that is given wins (Q1). */
const PROFILES = {
  coxswain: { unconditionalUpdate: 'refuse', namespaceObjects: 'none' },
  kubernetes: { unconditionalUpdate: 'allow', namespaceObjects: 'kubernetes' },
} as const

/** The name of a set of rules: those of Coxswain, or every rule as kube-apiserver has it. */
export type Profile = keyof typeof PROFILES

/** Reads the settings; absent and empty ones have their default, which the profile decides. Throws SettingError. */
export function parseServerSettings(values: SettingValues): ServerSettings {
  const rules = PROFILES[choice(values, 'PROFILE', ['coxswain', 'kubernetes'], 'coxswain')]
  return {
    tokens: values.TOKENS ?? '',
    open: choice(values, 'OPEN', ['false', 'true'], 'false') === 'true',
    unconditionalUpdate: choice(values, 'UNCONDITIONAL_UPDATE', ['refuse', 'warn', 'allow'], rules.unconditionalUpdate),
    patchPrecondition: choice(values, 'PATCH_PRECONDITION', ['optional', 'require'], 'optional'),
    historyMs: positive(values, 'HISTORY_MINUTES', 5) * MINUTE_MS,
    historyBytes: positive(values, 'HISTORY_MEGABYTES', 1000) * MEGABYTE,
    eventMs: positive(values, 'EVENT_MINUTES', 60) * MINUTE_MS,
    namespaceObjects:
      choice(values, 'NAMESPACE_OBJECTS', ['none', 'kubernetes'], rules.namespaceObjects) === 'kubernetes',
    corsOrigins: origins(values.CORS_ORIGINS ?? ''),
    groupWaitMs: positive(values, 'GROUP_WAIT_MS', 10),
  }
}

function choice<const T extends string>(values: SettingValues, name: string, allowed: readonly T[], fallback: T): T {
  const value = values[name]
  if (value === undefined || value === '') return fallback
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw new SettingError(name, value, allowed.map((one) => `"${one}"`).join(' or '))
  return found
}

function positive(values: SettingValues, name: string, fallback: number): number {
  const value = values[name]
  if (value === undefined || value === '') return fallback
  const number = Number(value)
  if (!/^\d+(\.\d+)?$/.test(value) || number <= 0 || number > MAX_NUMBER)
    throw new SettingError(name, value, `a number above 0, such as 5 or 0.5, and at most ${MAX_NUMBER}`)
  return number
}

/** `https://a.example, https://b.example:8443` */
function origins(text: string): string[] {
  const all = text
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean)
  for (const origin of all) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new SettingError('CORS_ORIGINS', text, 'origins separated by commas, such as https://app.example.com')
  }
  return all
}

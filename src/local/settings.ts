import { parseServerSettings, type Profile, SettingError } from '../core/server-settings.ts'
import { Problem } from './problem.ts'

/** The secret, which no wrangler.toml may hold: one `token,user,group|group` a line. */
export const TOKENS = 'TOKENS'
/** Given by the local runner alone, so that no environment opens a server by accident. */
export const OPEN = 'OPEN'
/** What the switch `--kubernetes` stands for (Q1). */
export const KUBERNETES_PROFILE = { PROFILE: 'kubernetes' satisfies Profile } as const
export type { Profile }

/**
 * The settings that the environment names, out of those that wrangler.toml has and the secret. Throws a `Problem` for a
 * value that the Worker could not use.
 */
export function readSettings(names: string[], environment: Record<string, string | undefined>): Record<string, string> {
  const given = [...names, TOKENS].flatMap((name): [string, string][] => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value]]
  })
  const settings = Object.fromEntries(given)
  try {
    parseServerSettings(settings)
  } catch (error) {
    throw error instanceof SettingError ? new Problem(error.message) : error
  }
  const badLine = (settings[TOKENS] ?? '').split('\n').findIndex((line) => !isTokenLine(line.trim()))
  if (badLine >= 0) throw new Problem(`setting ${TOKENS}, line ${badLine + 1}: it must be token,user,group|group`)
  return settings
}

const isTokenLine = (line: string) => line === '' || line.startsWith('#') || /^[^,\s]+,[^,]+(,[^,]*)?$/.test(line)

/** The settings with the token of the user `admin` before those that they name; or without credentials at all. */
export function withAccess(settings: Record<string, string>, token: string, open: boolean): Record<string, string> {
  if (open) return { ...settings, [OPEN]: 'true' }
  return { ...settings, [TOKENS]: `${token},admin,system:masters\n${settings[TOKENS] ?? ''}`.trim() }
}

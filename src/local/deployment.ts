import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse } from 'smol-toml'

/** The folder of package.json. */
export const PROJECT_FOLDER = resolve(import.meta.dirname, '../..')
export const WRANGLER_FILE = join(PROJECT_FOLDER, 'wrangler.toml')
/** The Worker of a server for tests, see src/testing: never deployed. */
const TEST_WORKER = join(PROJECT_FOLDER, 'src/faults/worker.ts')

/** What a wrangler.toml says about the Worker: the one place for its date, flags, objects and settings. */
export interface Deployment {
  configFile: string
  /** The file with the Worker's source, absolute. */
  main: string
  compatibilityDate: string
  compatibilityFlags: string[]
  /** Durable Object classes of this Worker, each with the binding that names it. */
  objects: { binding: string; className: string }[]
  /** Settings with their defaults. */
  settings: Record<string, string>
}

/** Where `wrangler dev` listens. */
export function readDevUrl(configFile = WRANGLER_FILE): string {
  const { dev } = parse(readFileSync(configFile, 'utf8')) as unknown as { dev: DevConfig }
  return `${dev.local_protocol}://${dev.ip}:${dev.port}`
}

interface DevConfig {
  ip: string
  port: number
  local_protocol: string
}

interface WranglerConfig {
  main: string
  compatibility_date: string
  compatibility_flags?: string[]
  durable_objects?: { bindings: { name: string; class_name: string }[] }
  vars?: Record<string, string>
}

export function readDeployment(configFile = WRANGLER_FILE): Deployment {
  const config = parse(readFileSync(configFile, 'utf8')) as unknown as WranglerConfig
  return {
    configFile,
    main: resolve(dirname(configFile), config.main),
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags ?? [],
    objects: (config.durable_objects?.bindings ?? []).map((entry) => ({
      binding: entry.name,
      className: entry.class_name,
    })),
    settings: config.vars ?? {},
  }
}

/** The same settings and objects under the Worker whose faults can be switched on. */
export const readTestDeployment = (): Deployment => ({ ...readDeployment(), main: TEST_WORKER })

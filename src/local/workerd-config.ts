import type { Deployment } from './deployment.ts'

/** A port to serve on; workerd reports its number under the name. */
export interface ServedSocket {
  name: string
  address: string
  /** An export of the Worker that answers there, in place of the default one. */
  entrypoint?: string
  /** PEM files; plain http without them. */
  tls?: { keyFile: string; certificateFile: string } | undefined
}

export interface WorkerdConfigOptions {
  deployment: Deployment
  /** Paths that follow are absolute, or relative to the configuration's own file. */
  scriptFile: string
  /** Absolute: where the objects' SQLite files are kept. */
  objectsFolder: string
  sockets: ServedSocket[]
  /** Names of settings; their values are taken from the environment of workerd. */
  settingNames: string[]
}

/** The configuration of `workerd serve` (Cap'n Proto text): one Worker, its Durable Objects on local disk. */
export function formatWorkerdConfig(options: WorkerdConfigOptions): string {
  const { deployment, objectsFolder, settingNames } = options
  const bindings = [
    ...deployment.objects.map(
      (object) => `(name = ${text(object.binding)}, durableObjectNamespace = ${text(object.className)})`,
    ),
    ...settingNames.map((name) => `(name = ${text(name)}, fromEnvironment = ${text(name)})`),
  ]
  const objects = deployment.objects.map(
    ({ className }) => `(className = ${text(className)}, uniqueKey = ${text(className)}, enableSql = true)`,
  )
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    (name = "objects", disk = (path = ${text(objectsFolder)}, writable = true)),
  ],
  sockets = ${list(options.sockets.map(formatSocket))},
);

const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed ${text(options.scriptFile)})],
  compatibilityDate = ${text(deployment.compatibilityDate)},
  compatibilityFlags = [${deployment.compatibilityFlags.map(text).join(', ')}],
  bindings = ${list(bindings)},
  durableObjectNamespaces = ${list(objects)},
  durableObjectStorage = (localDisk = "objects"),
);
`
}

function formatSocket({ name, address, tls, entrypoint }: ServedSocket): string {
  const service = entrypoint === undefined ? '"worker"' : `(name = "worker", entrypoint = ${text(entrypoint)})`
  const start = `(name = ${text(name)}, address = ${text(address)}, service = ${service}, `
  if (tls === undefined) return `${start}http = ())`
  const keyPair = `(privateKey = embed ${text(tls.keyFile)}, certificateChain = embed ${text(tls.certificateFile)})`
  return `${start}https = (options = (), tlsOptions = (keypair = ${keyPair})))`
}

const list = (entries: string[]) => `[${entries.map((entry) => `\n    ${entry},`).join('')}\n  ]`

/** A Cap'n Proto string has the escapes of C, where `\\xNN` is one byte of UTF-8. */
function text(value: string): string {
  const escaped = Buffer.from(value)
    .toString('latin1')
    // eslint-disable-next-line no-control-regex -- these are the bytes that need it
    .replace(/[\\"\x00-\x1f\x7f-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return `"${escaped}"`
}

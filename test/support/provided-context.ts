/** What the configuration and global set-ups give to tests, by `inject`. */
declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the project in which the package is installed. */
    installedPackage: string
    /** Replays a run of the fuzz in workerd; empty for a new one. */
    fuzzSeed: string
  }
}

export {}

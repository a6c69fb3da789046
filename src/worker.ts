import { createEntry } from './http/entry.ts'
import { builtInRegistry } from './kinds/built-in.ts'
import { environment } from './objects/environment.ts'

export { shutdown } from './http/shutdown.ts'
export { ScopeObject } from './objects/scope-object.ts'
export { TrueTime } from './objects/standstill.ts'

/** The Worker: what a deployment runs. */
export default createEntry(environment, builtInRegistry)

/** Who asks: travels with every call from the Worker to a scope. */
export interface Caller {
  /** the user's name, as authenticated */
  user: string
  groups: readonly string[]
  /** the field manager of what is written */
  manager: string
}

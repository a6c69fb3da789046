import { formatScopeName, type ScopeName } from '../core/scope-name.ts'
import { environment } from '../objects/environment.ts'
import type * as api from '../objects/scope-api.ts'
import { type Bindings, ScopeObject } from '../objects/scope-object.ts'
import type { Scope } from '../objects/scope.ts'
import { ON_PURPOSE } from '../wire/faults.ts'
import { expireHistory, raiseFloor } from './expiry.ts'
import { currentStage, type Stage } from './stage.ts'
import { statesVersion } from './stated-version.ts'

/** Whose write comes in between. */
const RIVAL: api.Caller = { user: 'another-writer', groups: [], manager: 'another-writer' }
/** Set and taken away again: a write that leaves nothing but another version. */
const TRACE = 'test.coxswain/another-writer'

interface Body {
  resource: string
  name: string
  text: string
}

/** A scope object whose faults can be switched on. Without any it does what the real one does. */
export class FaultyScopeObject extends ScopeObject {
  readonly #stage: Stage

  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings)
    this.#stage = currentStage()
  }

  override scope(name: ScopeName): Scope {
    const scope = super.scope(name)
    this.#stage.scopes.set(formatScopeName(name), scope.store)
    raiseFloor(scope.store, this.#stage.floor)
    return scope
  }

  override async write<const C extends readonly api.WriteCall[]>(scope: ScopeName, caller: api.Caller, calls: C) {
    for (const call of calls) {
      const body = bodyOf(call)
      if (body !== undefined) await this.#meetRival(scope, body)
    }
    return super.write(scope, caller, calls)
  }

  /** Ends what goes on here as a crash would, if anyone watches; then it does not answer. */
  async cutWatches(scope: ScopeName): Promise<void> {
    if (this.scope(scope).hub.size > 0) this.ctx.abort(ON_PURPOSE)
  }

  async expireHistory(scope: ScopeName): Promise<void> {
    await expireHistory(this.scope(scope))
  }

  /** Forgets everything and ends what goes on here; it does not answer. */
  async abandon(): Promise<void> {
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    this.ctx.abort(ON_PURPOSE)
  }

  /** Before a write that states a version: someone else writes the object, so that this version is no longer current. */
  async #meetRival(scope: ScopeName, { resource, name, text }: Body): Promise<void> {
    if (this.#stage.conflicts === 0 || !statesVersion(text)) return
    this.#stage.conflicts--
    const write = async (value: string | null) => {
      const patch = JSON.stringify({ metadata: { annotations: { [TRACE]: value } } })
      const call = { verb: 'patch', resource, name, patch, type: 'merge', subresource: '', dryRun: false } as const
      const rules = { precondition: 'optional' } as const
      return this.scope(scope).write([{ ...call, rules, fieldValidation: 'Ignore' }], RIVAL)
    }
    const { ok } = await write(environment.uuid())
    if (ok) await write(null)
    else this.#stage.conflicts++
  }
}

/** What a write that may state a version is about, and the text that may state it. */
function bodyOf(call: api.WriteCall): Body | undefined {
  switch (call.verb) {
    case 'update':
      return { ...call, text: call.object }
    case 'patch':
      return { ...call, text: call.patch }
    case 'apply':
      return { ...call, text: call.applied }
    default:
      return undefined
  }
}

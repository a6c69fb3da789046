import { environment } from '../objects/environment.ts'
import type * as api from '../objects/scope-api.ts'
import { type Bindings, ScopeObject } from '../objects/scope-object.ts'
import type { Scope } from '../objects/scope.ts'
import { ON_PURPOSE } from '../wire/faults.ts'
import { expireHistory, raiseFloor } from './expiry.ts'
import { currentStage, type Stage } from './stage.ts'
import { statesVersion } from './stated-version.ts'

/** Whose write comes in between. */
const OTHER_WRITER = 'another-writer'
/** Set and taken away again: a write that leaves nothing but another version. */
const TRACE = 'test.coxswain/another-writer'

/** Which object is written. */
type Subject = Pick<api.PatchCall, 'resource' | 'namespace' | 'name'>

/** A scope object whose faults can be switched on. Without any it does what the real one does. */
export class FaultyScopeObject extends ScopeObject {
  readonly #stage: Stage

  constructor(state: DurableObjectState, bindings: Bindings) {
    const stage = currentStage(bindings)
    super(state, stage.bindings)
    this.#stage = stage
  }

  override scope(name: string): Scope {
    const scope = super.scope(name)
    this.#stage.scopes.set(name, scope.store)
    raiseFloor(scope.store, this.#stage.floor)
    return scope
  }

  override async update(scope: string, call: api.UpdateCall) {
    await this.#meetRival(scope, call, call.object)
    return super.update(scope, call)
  }

  override async patch(scope: string, call: api.PatchCall) {
    await this.#meetRival(scope, call, call.patch)
    return super.patch(scope, call)
  }

  override async apply(scope: string, call: api.ApplyCall) {
    await this.#meetRival(scope, call, call.applied)
    return super.apply(scope, call)
  }

  /** Ends what goes on here as a crash would, if anyone watches; then it does not answer. */
  async cutWatches(scope: string): Promise<void> {
    if (this.scope(scope).hub.size > 0) this.ctx.abort(ON_PURPOSE)
  }

  async expireHistory(scope: string): Promise<void> {
    await expireHistory(this.scope(scope))
  }

  /** Forgets everything and ends what goes on here; it does not answer. */
  async abandon(): Promise<void> {
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    this.ctx.abort(ON_PURPOSE)
  }

  /** Before a write that states a version: someone else writes the object, so that this version is no longer current. */
  async #meetRival(scope: string, { resource, namespace, name }: Subject, body: string): Promise<void> {
    if (this.#stage.conflicts === 0 || !statesVersion(body)) return
    this.#stage.conflicts--
    const write = async (value: string | null) => {
      const patch = JSON.stringify({ metadata: { annotations: { [TRACE]: value } } })
      const call = { resource, namespace, name, patch, type: 'merge', subresource: '', dryRun: false } as const
      const rules = { precondition: 'optional' } as const
      return this.scope(scope).patch({ ...call, rules, manager: OTHER_WRITER, fieldValidation: 'Ignore' })
    }
    const { ok } = await write(environment.uuid())
    if (ok) await write(null)
    else this.#stage.conflicts++
  }
}

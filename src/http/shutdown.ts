import { parseScopeName } from '../core/scope-name.ts'
import type { Bindings } from '../objects/scope-object.ts'
import type { ScopeObject } from '../objects/scope-object.ts'

/** More are not remembered: theirs break off when the server ends. */
const MAX_SCOPES = 10_000
/** Scopes at which this isolate opened a watch. */
const watched = new Set<string>()

export function noteWatched(scope: string): void {
  if (watched.size < MAX_SCOPES) watched.add(scope)
}

/**
 * An entry of its own, on which only the local runner listens, before it ends the server: every watch ends in order, HTTP with the
 * end of its body and a socket with a close frame (Q5). Answers when they have.
 */
export const shutdown = {
  async fetch(_request: Request, { SCOPES }: Bindings): Promise<Response> {
    const objects = SCOPES as DurableObjectNamespace<ScopeObject>
    const ends = [...watched].map((scope) => objects.get(objects.idFromName(scope)).endWatches(parseScopeName(scope)))
    await Promise.allSettled(ends)
    return new Response(null, { status: 204 })
  },
}

import { noSuchResource } from '../core/errors/status-error.ts'
import { parseTimeout } from '../core/request/go-duration.ts'
import { assertParametersHonoured } from '../core/request/not-honoured.ts'
import { Query } from '../wire/names.ts'
import type { AppContext } from './context.ts'
import { answerWithin } from './deadline.ts'
import type { ResourceRequest } from './request-info.ts'
import {
  assertNamespaceName,
  assertOneNamespace,
  findTarget,
  isKnownGroup,
  methodNotAllowed,
  type Target,
} from './target.ts'
import { create } from './verbs/create.ts'
import { remove, removeCollection } from './verbs/delete.ts'
import { get } from './verbs/get.ts'
import { list } from './verbs/list.ts'
import { patch } from './verbs/patch.ts'
import { review } from './verbs/review.ts'
import { update } from './verbs/update.ts'
import { watch } from './verbs/watch.ts'
import { notFoundText } from './plain-answers.ts'

type Handler = (c: AppContext, target: Target) => Promise<Response>

/** One handler a verb. */
const HANDLERS: Record<string, Handler> = {
  create,
  delete: remove,
  deletecollection: removeCollection,
  get,
  list,
  patch,
  update,
  watch,
}

/** Every request under `/api` and `/apis` that is about a resource. */
export async function handleResource(c: AppContext, info: ResourceRequest): Promise<Response> {
  const registry = c.get('registry')
  if (!isKnownGroup(registry, info.group)) return notFoundText()
  const target = findTarget(registry, info)
  const timeoutMs = parseTimeout(c.get('query').get(Query.timeout))
  const { definition } = target
  if (info.oldWatchPath && info.verb !== 'watch') throw noSuchResource()
  assertVerb(info, target)
  assertParametersHonoured(info.verb, c.get('query'))
  if (definition.strategy.answer) return answerWithin(timeoutMs, review(c, target))
  assertOneNamespace(target, info.verb)
  assertNamespaceName(target, info.verb)
  const answer = HANDLERS[info.verb]!(c, target)
  // a watch has a length of its own, timeoutSeconds
  return info.verb === 'watch' ? answer : answerWithin(timeoutMs, answer)
}

/** The method must mean something for the kind, and where it stands: an object is made by POST to its collection. */
function assertVerb(info: ResourceRequest, { definition, name }: Target): void {
  const misplaced = info.verb === 'create' && name !== '' && !info.subresource
  const watched = info.oldWatchPath && info.verb === 'watch' && definition.verbs.includes('watch')
  if (watched) return
  const verbs = definition.subresources.find((one) => one.name === info.subresource)?.verbs ?? definition.verbs
  if (misplaced || !Object.hasOwn(HANDLERS, info.verb) || !verbs.includes(info.verb)) throw methodNotAllowed()
}

import type { Scenario } from './scenario.ts'
import { concurrency } from './scenarios/concurrency.ts'
import { lifecycle } from './scenarios/lifecycle.ts'
import { list } from './scenarios/list.ts'
import { protocol } from './scenarios/protocol.ts'
import { watch } from './scenarios/watch.ts'

export const scenarios: readonly Scenario[] = [...concurrency, ...list, ...watch, ...lifecycle, ...protocol]

/** Recordings that no scenario tells yet, by the first part of their name. */
export const postponedAreas: Readonly<Record<string, string>> = {
  'all-namespaces': 'requests over all namespaces come with views',
  apply: 'needs PATCH',
  'apply-lists': 'needs PATCH',
  crd: 'needs custom resources',
  gc: 'needs garbage collection',
  kinds: 'needs every built-in kind',
  patch: 'needs PATCH',
}

import type { Scenario } from './scenario.ts'
import { apply } from './scenarios/apply.ts'
import { concurrency } from './scenarios/concurrency.ts'
import { gc } from './scenarios/gc.ts'
import { lifecycle } from './scenarios/lifecycle.ts'
import { list } from './scenarios/list.ts'
import { patch } from './scenarios/patch.ts'
import { protocol } from './scenarios/protocol.ts'
import { watch } from './scenarios/watch.ts'

export const scenarios: readonly Scenario[] = [
  ...concurrency,
  ...list,
  ...watch,
  ...lifecycle,
  ...patch,
  ...apply,
  ...gc,
  ...protocol,
]

/** Recordings that no scenario tells yet, by the first part of their name. */
export const postponedAreas: Readonly<Record<string, string>> = {
  'all-namespaces': 'requests over all namespaces come with views',
  'apply-lists': 'needs custom resources',
  crd: 'needs custom resources',
  kinds: 'needs every built-in kind',
}

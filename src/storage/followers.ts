import { recordEnded } from './namespaces/ended-namespaces.ts'
import { recordOwnership } from './owners/owner-index.ts'
import { scheduleAfter } from './schedule-after.ts'
import type { Follower } from './store/scope-store.ts'

/** What follows from changes, in the order in which it is written down. */
export const FOLLOWERS: readonly Follower[] = [recordOwnership, recordEnded, scheduleAfter]

import { recordEnded } from './ended-namespaces.ts'
import { recordOwnership } from './ownership.ts'
import { scheduleAfter } from './schedule-after.ts'
import type { Follower } from './scope-store.ts'

/** What follows from changes, in the order in which it is written down. */
export const FOLLOWERS: readonly Follower[] = [recordOwnership, recordEnded, scheduleAfter]

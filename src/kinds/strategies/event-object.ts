import type { KubernetesObject } from '../../wire/object.ts'

interface ObjectReference {
  kind?: string
  namespace?: string
  name?: string
  uid?: string
  apiVersion?: string
  resourceVersion?: string
  fieldPath?: string
}

/** An event of either API, as stored. */
export interface Event extends KubernetesObject {
  involvedObject?: ObjectReference
  reason?: string
  message?: string
  source?: { component?: string; host?: string }
  firstTimestamp?: string | null
  lastTimestamp?: string | null
  count?: number
  type?: string
  eventTime?: string | null
  series?: { count?: number; lastObservedTime?: string | null }
  action?: string
  reportingComponent?: string
  reportingInstance?: string
}

import { type FieldError, invalid, required } from '../../core/errors/field-error.ts'
import { qualifiedName } from '../../core/metadata/names.ts'
import type { Strategy } from '../../core/resource-definition.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { plainStrategy } from './plain.ts'

interface ObjectReference {
  kind?: string
  namespace?: string
  name?: string
  uid?: string
  apiVersion?: string
  resourceVersion?: string
  fieldPath?: string
}

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

/** Namespaces of events about something that has no namespace. */
const CLUSTER_EVENT_NAMESPACES = new Set(['default'])
const CLUSTER_EVENT_NAMESPACES_BY_TIME = new Set(['default', 'kube-system'])
const MAX_CHARACTERS = 128
const MAX_MESSAGE_CHARACTERS = 1024

export const eventStrategy: Strategy = {
  ...plainStrategy,
  validate: (object: Event) => [...namespaceErrors(object), ...(object.eventTime ? reporterErrors(object) : [])],
  selectableFields: toSelectableFields,
}

function namespaceErrors(event: Event): FieldError[] {
  const own = event.metadata.namespace ?? ''
  const about = event.involvedObject?.namespace ?? ''
  const allowed = event.eventTime ? CLUSTER_EVENT_NAMESPACES_BY_TIME : CLUSTER_EVENT_NAMESPACES
  const matches = about ? about === own : allowed.has(own)
  return matches ? [] : [invalid('involvedObject.namespace', about, 'does not match event.namespace')]
}

/** What an event that tells `eventTime` owes besides. */
function reporterErrors(event: Event): FieldError[] {
  const { reportingComponent = '', reportingInstance = '', action = '', reason = '', message = '' } = event
  return [
    ...(reportingComponent
      ? qualifiedName(reportingComponent).map((fault) => invalid('reportingComponent', reportingComponent, fault))
      : [required('reportingComponent')]),
    ...shortText('reportingInstance', reportingInstance),
    ...shortText('action', action),
    ...shortText('reason', reason),
    ...limitedText('message', message, MAX_MESSAGE_CHARACTERS),
  ]
}

const shortText = (field: string, value: string) =>
  value ? limitedText(field, value, MAX_CHARACTERS) : [required(field)]

const limitedText = (field: string, value: string, max: number): FieldError[] =>
  value.length > max ? [invalid(field, '', `can have at most ${max} characters`)] : []

function toSelectableFields(event: Event): Record<string, string> {
  const about = event.involvedObject ?? {}
  return {
    'involvedObject.kind': about.kind ?? '',
    'involvedObject.namespace': about.namespace ?? '',
    'involvedObject.name': about.name ?? '',
    'involvedObject.uid': about.uid ?? '',
    'involvedObject.apiVersion': about.apiVersion ?? '',
    'involvedObject.resourceVersion': about.resourceVersion ?? '',
    'involvedObject.fieldPath': about.fieldPath ?? '',
    reason: event.reason ?? '',
    reportingComponent: event.reportingComponent ?? '',
    source: event.source?.component || event.reportingComponent || '',
    type: event.type ?? '',
  }
}

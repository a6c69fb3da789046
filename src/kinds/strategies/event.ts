import { type FieldError, invalid, required } from '../../core/errors/field-error.ts'
import { qualifiedName } from '../../core/metadata/names.ts'
import type { Strategy } from '../../core/resource-definition.ts'
import { eventCells } from './event-cells.ts'
import type { Event } from './event-object.ts'
import { plainStrategy } from './plain.ts'

/** Namespaces of events about something that has no namespace. */
const CLUSTER_EVENT_NAMESPACES = new Set(['default'])
const CLUSTER_EVENT_NAMESPACES_BY_TIME = new Set(['default', 'kube-system'])
const MAX_CHARACTERS = 128
const MAX_MESSAGE_CHARACTERS = 1024

const REFERENCE_FIELDS = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const

const selectableFields: Strategy['selectableFields'] = {
  ...Object.fromEntries(
    REFERENCE_FIELDS.map((field) => [
      `involvedObject.${field}`,
      ({ involvedObject }: Event) => involvedObject?.[field] ?? '',
    ]),
  ),
  reason: ({ reason }: Event) => reason ?? '',
  reportingComponent: ({ reportingComponent }: Event) => reportingComponent ?? '',
  source: ({ source, reportingComponent }: Event) => source?.component || reportingComponent || '',
  type: ({ type }: Event) => type ?? '',
}

export const eventStrategy: Strategy = {
  ...plainStrategy,
  validate: (object: Event) => [...namespaceErrors(object), ...(object.eventTime ? reporterErrors(object) : [])],
  expires: true,
  selectableFields,
  cells: eventCells,
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

import { formatRevision, type Revision } from '../../core/revision.ts'
import { toWireObject, typeMetaPrefix, type ObjectText } from '../../core/object-text.ts'
import { apiVersionOf, type ResourceDefinition } from '../../core/resource-definition.ts'
import type { WatchParameters } from '../../core/watch/parameters.ts'
import { parseJson } from '../../core/json.ts'
import { columnDefinitions, tableRow } from '../../kinds/table/table.ts'
import { INITIAL_EVENTS_END, META_VERSION } from '../../wire/names.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import type { Status } from '../../wire/status.ts'
import type { WatchEventType } from '../../wire/watch.ts'

const PARTIAL_META = typeMetaPrefix(META_VERSION, 'PartialObjectMetadata')

/** How one kind of watch shows its events: the whole object, its metadata, or a row of a Table. */
export interface EventEncoder {
  /** Equal keys give equal text for equal events. */
  readonly key: string
  /** One event as a line of JSON. `first`: the first event of the stream (a Table then tells its columns). */
  event(type: WatchEventType, text: ObjectText, first: boolean): string
  /** A bookmark at `revision`; `endsInitialEvents` marks the end of a streaming list. */
  bookmark(revision: Revision, endsInitialEvents: boolean, first: boolean): string
}

/** The last event of a stream that could not go on. Always a plain Status. */
export const errorEvent = (status: Status): string => `{"type":"ERROR","object":${JSON.stringify(status)}}\n`

export function eventEncoder(
  definition: ResourceDefinition,
  { form, includeObject }: Pick<WatchParameters, 'form' | 'includeObject'>,
  now: () => number,
): EventEncoder {
  switch (form) {
    case 'object':
      return objectEncoder(definition)
    case 'PartialObjectMetadata':
      return metadataEncoder()
    case 'Table':
      return tableEncoder(definition, includeObject, now)
  }
}

const line = (type: WatchEventType, object: string) => `{"type":"${type}","object":${object}}\n`

const bookmarkMeta = (revision: Revision, endsInitialEvents: boolean) => ({
  resourceVersion: formatRevision(revision),
  ...(endsInitialEvents ? { annotations: { [INITIAL_EVENTS_END]: 'true' } } : {}),
})

function objectEncoder(definition: ResourceDefinition): EventEncoder {
  const prefix = typeMetaPrefix(apiVersionOf(definition), definition.kind)
  return {
    key: 'object',
    event: (type, text) => line(type, toWireObject(prefix, text)),
    bookmark: (revision, ends) =>
      line('BOOKMARK', toWireObject(prefix, JSON.stringify({ metadata: bookmarkMeta(revision, ends) }))),
  }
}

function metadataEncoder(): EventEncoder {
  return {
    key: 'metadata',
    event: (type, text) => line(type, toWireObject(PARTIAL_META, metadataText(text))),
    bookmark: (revision, ends) =>
      line('BOOKMARK', toWireObject(PARTIAL_META, JSON.stringify({ metadata: bookmarkMeta(revision, ends) }))),
  }
}

const metadataText = (text: ObjectText) =>
  JSON.stringify({ metadata: (parseJson(text) as unknown as KubernetesObject).metadata })

function tableEncoder(
  definition: ResourceDefinition,
  includeObject: WatchParameters['includeObject'],
  now: () => number,
): EventEncoder {
  const prefix = typeMetaPrefix(apiVersionOf(definition), definition.kind)
  const shown: Record<WatchParameters['includeObject'], (text: ObjectText) => string> = {
    None: () => 'null',
    Metadata: (text) => toWireObject(PARTIAL_META, metadataText(text)),
    Object: (text) => toWireObject(prefix, text),
  }
  const table = (type: WatchEventType, object: KubernetesObject, text: ObjectText, first: boolean) =>
    line(
      type,
      `${typeMetaPrefix(META_VERSION, 'Table')}"metadata":{"resourceVersion":"${object.metadata.resourceVersion}"},` +
        `"columnDefinitions":${first ? JSON.stringify(columnDefinitions(definition)) : 'null'},` +
        `"rows":[{"cells":${JSON.stringify(tableRow(definition, object, now()).cells)},"object":${shown[includeObject](text)}}]}`,
    )
  return {
    key: `table/${includeObject}`,
    event: (type, text, first) => table(type, parseJson(text) as unknown as KubernetesObject, text, first),
    bookmark: (revision, ends, first) => {
      const object = { metadata: bookmarkMeta(revision, ends) }
      return table('BOOKMARK', object, JSON.stringify(object), first)
    },
  }
}

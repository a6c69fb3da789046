import { formatRevision, type Revision } from '../../core/revision.ts'
import type { ObjectText } from '../../core/object-text.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import type { View } from '../../core/view.ts'
import { objectView } from '../../kinds/views/object-view.ts'
import { INITIAL_EVENTS_END } from '../../wire/names.ts'
import type { Status } from '../../wire/status.ts'
import type { WatchEventType } from '../../wire/watch.ts'

/** Writes the events of a watch, each as a line of JSON. */
export interface EventEncoder {
  /** Equal keys give equal text for equal events. */
  readonly key: string
  /** `first`: the first event of the stream (a Table then tells its columns). */
  event(type: WatchEventType, text: ObjectText, first: boolean): string
  /** A bookmark at `revision`; `endsInitialEvents` marks the end of a streaming list. */
  bookmark(revision: Revision, endsInitialEvents: boolean, first: boolean): string
}

/** The last event of a stream that could not go on. Always a plain Status. */
export const errorEvent = (status: Status): string => `{"type":"ERROR","object":${JSON.stringify(status)}}\n`

export function eventEncoder(definition: ResourceDefinition, view: View, now: () => number): EventEncoder {
  const shown = objectView(definition, view, now)
  return {
    key: shown.key,
    event: (type, text, first) => line(type, shown.show(text, first)),
    bookmark: (revision, ends, first) => line('BOOKMARK', shown.show(bookmarkText(revision, ends), first)),
  }
}

const line = (type: WatchEventType, object: string) => `{"type":"${type}","object":${object}}\n`

/** What a bookmark shows: an object that has a version and nothing else. */
const bookmarkText = (revision: Revision, endsInitialEvents: boolean): ObjectText =>
  JSON.stringify({
    metadata: {
      resourceVersion: formatRevision(revision),
      ...(endsInitialEvents ? { annotations: { [INITIAL_EVENTS_END]: 'true' } } : {}),
    },
  })

import { formatScopeName } from '../../core/scope-name.ts'
import type { WatchParameters } from '../../core/watch/parameters.ts'
import type { WatchPosition } from '../../core/watch/session.ts'
import type { ScopeStore } from '../../storage/store/scope-store.ts'
import {
  dropSocketParameters,
  readSocketParameters,
  writeSocketParameters,
} from '../../storage/store/socket-parameters.ts'
import type { SocketProgress } from './socket-sink.ts'
import type { WallDeadline } from '../../core/watch/wall-deadline.ts'

/** An attachment may have 16,384 bytes, two for each character of some texts; larger parameters go into a row. */
const MAX_ATTACHED_LENGTH = 7_000

/** What survives hibernation of a socket, beside the socket itself. */
export interface SocketAttachment {
  /** the scope's name */
  scope: string
  deadline: WallDeadline
  /** absent where it is too large: then it is in the row `id` */
  parameters?: WatchParameters
  id?: string
  /** nothing was sent yet */
  first: boolean
  /** Where an acknowledging socket stands; one without was sent everything before the object slept. */
  position?: SocketPosition
}

/** `takenAt`: when the client last acknowledged something. Milliseconds since the Unix epoch. */
export type SocketPosition = SocketProgress & { state: WatchPosition; takenAt: number }

/** The attachment of a new socket. Parameters that are too large are written down, where there are tables. */
export function newAttachment(
  store: ScopeStore,
  parameters: WatchParameters,
  deadline: WallDeadline,
): SocketAttachment {
  const base = { scope: formatScopeName(store.scope), deadline, first: true }
  if (JSON.stringify(parameters).length <= MAX_ATTACHED_LENGTH) return { ...base, parameters }
  if (!store.settings.exists) return base
  const id = store.env.uuid()
  store.transaction((tx) => writeSocketParameters(tx, id, parameters))
  return { ...base, id }
}

/** What a socket asked for; undefined when that is lost. */
export function attachedParameters(store: ScopeStore, { parameters, id }: SocketAttachment) {
  return parameters ?? (id === undefined ? undefined : readSocketParameters(store, id))
}

export function dropAttached(store: ScopeStore, attachment: SocketAttachment | null): void {
  const id = attachment?.id
  if (id !== undefined) store.transaction((tx) => dropSocketParameters(tx, id))
}

import { quote } from './errors/quote.ts'
import { badRequest } from './errors/status-error.ts'

declare const revisionBrand: unique symbol
/** The number behind a `resourceVersion`: a reading of a scope's hybrid clock. Under 2^53 until the year 2094. */
export type Revision = number & { readonly [revisionBrand]: true }

const EPOCH_MS = Date.UTC(2025, 0, 1)
const TICKS_PER_MS = 4096
/** A version larger than any clock can show is one and the same: the future. */
const FUTURE = Number.MAX_SAFE_INTEGER
/** A client's version up to this far ahead of the clock counts as told by this scope. */
export const TOLD_AHEAD_MS = 5_000

export const NO_REVISION = 0 as Revision

/** Text → revision; leading zeros pass, as in Kubernetes. Anything but decimal digits is a 400. */
export function parseResourceVersion(text: string): Revision {
  if (!/^\d+$/.test(text))
    throw badRequest(
      `resourceVersion: Invalid value: ${quote(text)}: not a decimal number; send the metadata.resourceVersion of an earlier answer unchanged`,
    )
  return Math.min(Number(text), FUTURE) as Revision
}

export const formatRevision = (revision: Revision): string => String(revision)

/** The lowest revision of a moment. */
export const revisionAt = (epochMs: number): Revision =>
  (Math.max(0, Math.floor(epochMs) - EPOCH_MS) * TICKS_PER_MS) as Revision

/** The highest revision of a moment: those up to it are of that moment or earlier. */
export const lastRevisionAt = (epochMs: number): Revision => (revisionAt(epochMs) + TICKS_PER_MS - 1) as Revision

/** The moment of a revision, in milliseconds since the Unix epoch. */
export const timeOf = (revision: Revision): number => Math.floor(revision / TICKS_PER_MS) + EPOCH_MS

/** An even 12-bit hash of a scope's name: keeps scopes that write in the same millisecond apart. */
export function saltOf(scope: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < scope.length; i++) hash = Math.imul(hash ^ scope.charCodeAt(i), 0x01000193) >>> 0
  return (hash ^ (hash >>> 12)) & 0xffe
}

/**
 * The revision after `last` at `nowMs`: max(last + 2, reading of the clock). Every revision is even, so a version that
 * somebody made by adding one to an old one is never current.
 */
export function nextRevision(last: Revision, nowMs: number, salt: number): Revision {
  const above = last + 2 + (last % 2)
  return Math.max(above, revisionAt(nowMs) + salt) as Revision
}

/** Rounded up to the next full second: how a told revision is written down, so that few tellings cost a write. */
export const roundUpToSecond = (revision: Revision): Revision =>
  (Math.ceil((revision + 1) / (TICKS_PER_MS * 1000)) * TICKS_PER_MS * 1000) as Revision

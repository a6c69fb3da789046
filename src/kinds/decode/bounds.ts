/** How deep an object may be nested. Deeper input is refused before the stack is at risk. */
export const MAX_DEPTH = 256
/**
 * How many structured values an object may hold: far more than any kind has use for, and few enough that a body of
 * nothing but `{},{},…` costs no more than others of its size.
 */
export const MAX_MESSAGES = 50_000

/** Thrown for input beyond these bounds. */
export class OutOfBounds extends Error {}

export const tooDeep = () => new OutOfBounds(`exceeded max depth of ${MAX_DEPTH}`)
export const tooManyMessages = () => new OutOfBounds(`exceeded max number of ${MAX_MESSAGES} objects within an object`)

/** How deep an object may be nested. Deeper input is refused before the stack is at risk. */
export const MAX_DEPTH = 256
/**
 * How many structured values an object may hold: far more than any kind has use for, and few enough that a body of
 * nothing but `{},{},…` costs no more than others of its size.
 */
export const MAX_MESSAGES = 50_000

/**
 * How many entries its maps and items its lists of scalars may have. Each is noted in `managedFields` too, so an object of
 * more is larger than may be stored; here it is refused before that costs anything.
 */
export const MAX_ENTRIES = 100_000

/** Thrown for input beyond these bounds. */
export class OutOfBounds extends Error {}

export const tooDeep = () => new OutOfBounds(`exceeded max depth of ${MAX_DEPTH}`)
export const tooManyMessages = () => new OutOfBounds(`exceeded max number of ${MAX_MESSAGES} objects within an object`)
export const tooManyEntries = () =>
  new OutOfBounds(`exceeded max number of ${MAX_ENTRIES} map entries and list items within an object`)

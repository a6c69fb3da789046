/** So much of a value is shown in an error (B23): whoever sent it knows the rest. Characters. */
const MAX_SHOWN = 1024

/** A text as errors show it, with `…` for what is left out. */
export const shorten = (text: string, max = MAX_SHOWN): string =>
  (text.length > max ? `${text.slice(0, max)}…` : text).toWellFormed()

/** A value as errors show it: a text in quotes, anything else as JSON. */
export const quote = (value: unknown): string =>
  typeof value === 'string'
    ? shorten(JSON.stringify(shorten(value)), 2 * MAX_SHOWN)
    : shorten(JSON.stringify(value) ?? 'null')

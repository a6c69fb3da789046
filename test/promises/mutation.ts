/** A piece of code that a promise rests on, and how it is taken away. */
export interface Mutation {
  /** of the promise */
  id: string
  /** relative to the project */
  file: string
  /** a text that stands in the file once */
  find: string
  replace: string
  /** what the server does not do any more */
  takesAway: string
}

/** The source without the code. Throws where it is not there exactly once. */
export function applyTo({ id, file, find, replace }: Mutation, source: string): string {
  const times = source.split(find).length - 1
  if (times !== 1) throw new Error(`the mutation for ${id} is in ${file} ${times} times: ${find}`)
  return source.replace(find, () => replace)
}

/**
 * The token in a file that others renew. It is read for every request, as a new one may be there; where that fails, what
 * was read last still counts, and before the first time `given`.
 */
export function tokenFromFile(read: () => Promise<string>, given: string | undefined): () => Promise<string> {
  let last = given
  return async () => {
    try {
      const text = (await read()).trim()
      if (text === '') throw new Error('the file of the token is empty')
      last = text
    } catch (error) {
      if (last === undefined) throw error
    }
    return last
  }
}

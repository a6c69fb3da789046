import { nextTurn } from './next-turn.ts'

/** So many watches are served in one turn, before writers get theirs. */
export const SLICE_WATCHES = 32

/** Does `work` for each of `all` in order, in slices between which the event loop gets its turn. */
export async function inSlices<T>(all: readonly T[], work: (one: T) => void): Promise<void> {
  for (const [i, one] of all.entries()) {
    if (i > 0 && i % SLICE_WATCHES === 0) await nextTurn()
    work(one)
  }
}

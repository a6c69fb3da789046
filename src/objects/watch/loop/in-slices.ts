import { nextTurn } from '../../next-turn.ts'
import { SLICE_WATCHES } from './slice.ts'

/** Does `work` for each of `all` in order, in slices between which the event loop gets its turn. */
export async function inSlices<T>(all: readonly T[], work: (one: T) => void): Promise<void> {
  for (const [i, one] of all.entries()) {
    if (i > 0 && i % SLICE_WATCHES === 0) await nextTurn()
    work(one)
  }
}

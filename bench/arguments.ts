import { parseArgs } from 'node:util'
import { Problem } from '../src/local/problem.ts'

export const MEASURES = [
  'put',
  'get',
  'list',
  'watch',
  'memory',
  'patch',
  'bodies',
  'dependents',
  'contention',
] as const
export type Measure = (typeof MEASURES)[number]

export interface Arguments {
  quick: boolean
  only: readonly Measure[]
}

/** `--quick` for one short round, `--only put` (again for more) for a part. */
export function parseArguments(words: string[]): Arguments {
  const { quick, only } = parseWords(words)
  const unknown = only.find((name) => !MEASURES.includes(name as Measure))
  if (unknown !== undefined) throw new Problem(`--only ${unknown}: there are ${MEASURES.join(', ')}`)
  return { quick, only: only.length === 0 ? MEASURES : MEASURES.filter((measure) => only.includes(measure)) }
}

function parseWords(words: string[]): { quick: boolean; only: string[] } {
  const options = {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] as string[] },
  } as const
  try {
    return parseArgs({ args: words, options }).values
  } catch (error) {
    throw new Problem((error as Error).message)
  }
}

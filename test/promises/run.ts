import { parseArgs } from 'node:util'
import { PROJECT, pick, readPromises, testFilesById } from './promises.ts'
import type { Mutation } from './mutation.ts'
import { MUTATIONS, SEED } from './mutations/mutations.ts'
import { type Verdict, WorkTree } from './work-tree.ts'

/**
 * `npm run promises -- --seed 8 --count 50 --workers 2`: takes the code of promises away and looks whether a test of the
 * promise notices. A promise whose tests stay green is not proved by them.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(SEED) },
    count: { type: 'string', default: '50' },
    workers: { type: 'string', default: '1' },
    /** these ids alone, with commas between them */
    only: { type: 'string' },
  },
})
const MAX_WORKERS = 4

interface Result {
  mutation: Mutation
  verdict: Verdict
  seconds: number
}

const ids = readPromises().map(({ id }) => id)
const picked = values.only?.split(',') ?? pick(ids, Number(values.seed), Number(values.count))
const files = testFilesById()
const listed = MUTATIONS.filter(({ id }) => picked.includes(id))
const unlisted = picked.filter((id) => !MUTATIONS.some((mutation) => mutation.id === id))

const results: Result[] = []
const left = [...listed]

async function work(): Promise<void> {
  const tree = new WorkTree(PROJECT)
  try {
    for (let mutation = left.shift(); mutation; mutation = left.shift()) {
      const begun = performance.now()
      const verdict = await tree.judge(mutation, files.get(mutation.id) ?? [])
      const result = { mutation, verdict, seconds: (performance.now() - begun) / 1000 }
      results.push(result)
      console.log(describe(result))
    }
  } finally {
    tree.remove()
  }
}

const describe = ({ mutation, verdict, seconds }: Result) =>
  `${verdict.outcome.padEnd(9)} ${mutation.id.padEnd(4)} ${mutation.file}: ${mutation.takesAway} (${seconds.toFixed(0)} s${
    verdict.by ? `, ${verdict.by}` : ''
  })`

const workers = Math.max(1, Math.min(MAX_WORKERS, Number(values.workers)))
await Promise.all(Array.from({ length: workers }, work))
const of = (outcome: Verdict['outcome']) => results.filter(({ verdict }) => verdict.outcome === outcome)
console.log(
  `\n${results.length} mutations of ${new Set(listed.map(({ id }) => id)).size} promises: ${of('killed').length} killed, ` +
    `${of('survived').length} survived, ${of('skipped').length} not judged`,
)
if (unlisted.length > 0) console.log(`no mutation is listed for ${unlisted.join(' ')}`)
for (const result of of('survived')) console.log(describe(result))
process.exitCode = of('survived').length > 0 ? 1 : 0

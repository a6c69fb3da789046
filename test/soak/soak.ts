import { bundleWorker } from '../../src/local/bundle.ts'
import { BUNDLE_VARIABLE } from '../support/bundle-once.ts'
import type { Sample } from './figures.ts'
import { runSoak, type SoakReport } from './run-soak.ts'

const USAGE = 'npm run soak -- --minutes N: N is a number above 0; the server is killed after each quarter of it'
const LIVES = 4

/** Every tenth figure of a life is printed as it is taken. */
const PRINT_EVERY = 20

function minutesOf(words: string[]): number | undefined {
  if (words.length === 0) return 10
  const minutes = words.length === 2 && words[0] === '--minutes' ? Number(words[1]) : NaN
  return minutes > 0 && minutes <= 24 * 60 ? minutes : undefined
}

const text = ({ second, memory, descriptors, files, disk }: Sample) =>
  `${second.toFixed(0)} s: ${memory.toFixed(0)} MB, ${descriptors} descriptors, ${files} files of ${disk.toFixed(1)} MB`

function print({ faults, done, verdicts, log }: SoakReport): boolean {
  console.log('\nDone:')
  for (const [what, times] of Object.entries(done)) console.log(`  ${what}: ${times}`)
  for (const [life, figures] of verdicts.entries())
    for (const { figure, earlier, later, isLevel } of figures)
      console.log(
        `  life ${life + 1}, ${figure}: ${earlier.toFixed(1)} in its second quarter, ${later.toFixed(1)} in its last: ` +
          (isLevel ? 'level' : 'GROWS'),
      )
  for (const problem of faults) console.log(`  FAULT ${problem}`)
  for (const line of log.slice(0, 20)) console.log(`  LOG ${line}`)
  return faults.length === 0 && log.length === 0 && verdicts.flat().every(({ isLevel }) => isLevel)
}

const minutes = minutesOf(process.argv.slice(2))
if (minutes === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  process.env[BUNDLE_VARIABLE] = (await bundleWorker()).scriptFile
  let taken = 0
  const report = await runSoak({
    livesMs: Array.from({ length: LIVES }, () => (minutes * 60_000) / LIVES),
    writers: 6,
    stuckReaders: 40,
    silentSockets: 40,
    onSample: (life, sample) => {
      if (taken++ % PRINT_EVERY === 0) console.log(`life ${life + 1}, ${text(sample)}`)
    },
  })
  process.exitCode = print(report) ? 0 : 1
}

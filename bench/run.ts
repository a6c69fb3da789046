/** `npm run bench`: measures Coxswain beside the bare object in one run, prints both, judges the goals. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_FOLDER } from '../src/local/deployment.ts'
import { runProgram } from '../src/local/problem.ts'
import { parseArguments, type Measure } from './arguments.ts'
import { brokenPromises, LOST_TITLE, measureContention, type Contested } from './contention.ts'
import { formatContention, writeContention } from './contention-table.ts'
import { Figures } from './figures.ts'
import { goalsAt, judge } from './goals.ts'
import { measureBodies } from './measure-bodies.ts'
import { measureDependents } from './measure-dependents.ts'
import { measureList } from './measure-list.ts'
import { measureMemory } from './measure-memory.ts'
import { measurePatch } from './measure-patch.ts'
import { measureCeiling, measureGet, measurePut } from './measure-requests.ts'
import { measureWatch, TRANSPORTS } from './measure-watch.ts'
import { FULL_PACE, QUICK_PACE, type Pace } from './measurement.ts'
import { formatFigures, formatResults, formatVerdicts } from './report.ts'
import { startBare, startCoxswain, usePeer, type Running } from './servers.ts'
import type { Target } from './targets.ts'

/** Where the table of contention is shown; a short run leaves it as it is. */
const README_FILE = join(PROJECT_FOLDER, 'README.md')
const RESULTS_FILE = join(import.meta.dirname, 'results.json')

let contention: Contested[] = []

const measures: Record<Measure, (pace: Pace, figures: Figures) => Promise<void>> = {
  put: (pace, figures) =>
    withServers(async (targets) => {
      await measureCeiling({ targets, pace, figures })
      await measurePut({ targets, pace, figures })
    }),
  get: (pace, figures) => withServers((targets) => measureGet({ targets, pace, figures })),
  list: (pace, figures) => withServers((targets) => measureList({ targets, pace, figures })),
  watch: async (pace, figures) => {
    for (let round = 0; round < pace.rounds; round++) {
      for (const transport of TRANSPORTS) {
        await withServers((targets) => measureWatch({ targets, pace: { ...pace, rounds: 1 }, figures }, transport))
      }
    }
  },
  memory: (pace, figures) => withServer(startCoxswain, (server) => measureMemory(server, pace, figures)),
  patch: (pace, figures) => withKubernetes((targets) => measurePatch({ targets, pace, figures })),
  bodies: (pace, figures) => withServer(startCoxswain, ({ targets }) => measureBodies(targets[0]!, pace, figures)),
  dependents: (pace, figures) => withKubernetes((targets) => measureDependents({ targets, pace, figures })),
  contention: (pace, figures) =>
    withServer(startCoxswain, async ({ targets }) => {
      contention = await measureContention(targets[0]!.access!, pace)
      figures.add(LOST_TITLE, '', 'coxswain', brokenPromises(contention))
    }),
}

await runProgram(async () => {
  const { quick, only } = parseArguments(process.argv.slice(2))
  const pace = quick ? QUICK_PACE : FULL_PACE
  const figures = new Figures()
  for (const name of only) {
    console.error(`measuring ${name}`)
    await measures[name](pace, figures)
  }
  const verdicts = judge(goalsAt(pace), figures)
  writeFileSync(RESULTS_FILE, formatResults(figures, verdicts, contention))
  if (contention.length > 0) console.log(`${formatContention(contention, pace.changes)}\n`)
  if (contention.length > 0 && !quick) writeContention(README_FILE, contention, pace.changes)
  console.log(`${formatFigures(figures)}\n${formatVerdicts(verdicts)}`)
  if (verdicts.some((verdict) => !verdict.met)) process.exitCode = 1
})

/** All servers of the report, with no data but what is measured now. */
async function withServers(measure: (targets: Target[]) => Promise<void>): Promise<void> {
  await withServer(startBare, (bare) => withKubernetes((targets) => measure([...bare.targets, ...targets])))
}

/** The servers of the report that speak the Kubernetes API. */
async function withKubernetes(measure: (targets: Target[]) => Promise<void>): Promise<void> {
  await withServer(startCoxswain, async (coxswain) => {
    const { BENCH_PEER, BENCH_PEER_TOKEN } = process.env
    if (BENCH_PEER === undefined) return measure(coxswain.targets)
    await withServer(
      () => usePeer(BENCH_PEER, BENCH_PEER_TOKEN),
      (peer) => measure([...coxswain.targets, ...peer.targets]),
    )
  })
}

async function withServer<S extends Running>(
  start: () => Promise<S>,
  use: (server: S) => Promise<void>,
): Promise<void> {
  const server = await start()
  try {
    await use(server)
  } finally {
    await server.stop()
  }
}

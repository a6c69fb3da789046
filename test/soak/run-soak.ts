import { ApiClient } from '../support/client.ts'
import { Sandbox } from '../support/sandbox.ts'
import { startServer } from '../support/server.ts'
import { count, pause, type Stage } from './actor.ts'
import { canMeasure, judge, type Sample, takeSample, type Verdict } from './figures.ts'
import { follow, neverAcknowledge, neverRead } from './readers.ts'
import { NamespaceMaker, Writer } from './writers.ts'

export interface SoakOptions {
  /** how long the server lives before it is killed, one life after another */
  livesMs: number[]
  writers: number
  stuckReaders: number
  silentSockets: number
  /** told every figure as it is taken */
  onSample?: (life: number, sample: Sample) => void
}

export interface SoakReport {
  faults: string[]
  done: Record<string, number>
  /** of the lives that were long enough to be judged, in order; empty where there is no /proc */
  verdicts: Verdict[][]
  samples: Sample[][]
  log: string[]
}

const SAMPLE_MS = 500
/** A life with fewer samples says nothing about where its figures go. */
const ENOUGH_SAMPLES = 20
/** What is superseded goes soon, so that the disk too can be seen to level off. */
const SETTINGS = { HISTORY_MINUTES: '0.05' }

/**
 * Sockets that were closed and are never read hold what was sent to them. Only a start of the object anew frees it, which
 * the runtime logs.
 */
const STARTED_ANEW = 'the object starts anew: sockets that were closed hold too much that nobody reads'

/** Runs writers, readers that do nothing, followers and makers of namespaces on one server that is killed between. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const server = await startServer({ settings: SETTINGS })
  const stage: Stage = { server, running: true, down: false, faults: [], done: {} }
  const samples: Sample[][] = []
  try {
    const actors = await start(stage, options)
    for (const [life, lifeMs] of options.livesMs.entries()) {
      if (life > 0) await crash(stage)
      samples.push(await sampleFor(stage, lifeMs, (sample) => options.onSample?.(life, sample)))
    }
    stage.running = false
    await Promise.all(actors)
    const verdicts = samples.filter(({ length }) => length >= ENOUGH_SAMPLES).map(judge)
    const log = server.log.filter((line) => !line.includes(STARTED_ANEW))
    count(stage, 'objects that started anew', server.log.length - log.length)
    return { faults: stage.faults, done: stage.done, verdicts, samples, log }
  } finally {
    stage.running = false
    await server.stop()
  }
}

async function start(stage: Stage, options: SoakOptions): Promise<Promise<void>[]> {
  const client = new ApiClient({ url: stage.server.url, token: stage.server.token })
  const { name, configMaps } = await Sandbox.open(client, 'soak')
  client.close()
  const many = (count: number, actor: (i: number) => Promise<void>) => Array.from({ length: count }, (_, i) => actor(i))
  return [
    ...many(options.writers, (i) => new Writer(stage, name, `w${i}`).run(10)),
    ...many(options.stuckReaders, () => neverRead(stage, configMaps)),
    ...many(options.silentSockets, () => neverAcknowledge(stage, configMaps)),
    follow(stage, configMaps, 'http'),
    follow(stage, configMaps, 'socket'),
    new NamespaceMaker(stage).run(200),
  ]
}

/** Ends the server as a crash does, in the middle of everything, and starts it on the same data. */
async function crash(stage: Stage): Promise<void> {
  stage.down = true
  await stage.server.kill9()
  await stage.server.restart()
  stage.down = false
}

async function sampleFor(stage: Stage, lifeMs: number, onSample: (sample: Sample) => void): Promise<Sample[]> {
  const samples: Sample[] = []
  const began = performance.now()
  while (performance.now() - began < lifeMs) {
    await pause(SAMPLE_MS)
    const second = Math.round((performance.now() - began) / 100) / 10
    const sample = canMeasure ? takeSample(second, stage.server.pid, stage.server.dataDir) : undefined
    if (!sample) continue
    samples.push(sample)
    onSample(sample)
  }
  return samples
}

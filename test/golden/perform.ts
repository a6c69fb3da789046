import { readdir, readFile } from 'node:fs/promises'
import type { ApiClient } from '../support/client.ts'
import { compareObservations } from './comparison.ts'
import type { Observation, Recording } from './observation.ts'
import { withPlaceholders } from './placeholders.ts'
import type { Scenario } from './scenario.ts'
import { Stage } from './stage.ts'

const RECORDED = new URL('./recorded/', import.meta.url)

/** Everything that was recorded, by the id of its scenario. */
export async function loadRecordings(): Promise<Map<string, Observation[]>> {
  const files = (await readdir(RECORDED)).filter((file) => file.endsWith('.json'))
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, RECORDED), 'utf8')))
  const recordings = texts.map((text) => JSON.parse(text) as Recording)
  return new Map(recordings.map((recording) => [recording.scenario, recording.observations]))
}

/** Plays a scenario in a namespace of its own and tells where it differs from the recording. */
export async function perform(scenario: Scenario, client: ApiClient, recorded: Observation[]): Promise<string[]> {
  const stage = new Stage(client)
  await stage.setUp()
  try {
    await scenario.run(stage)
  } finally {
    await stage.tearDown()
  }
  return compareObservations(recorded, withPlaceholders(stage.observations, stage))
}

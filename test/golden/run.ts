import { parseArgs } from 'node:util'
import { ApiClient } from '../support/client.ts'
import { scenarios } from './catalogue.ts'
import { loadRecordings, perform } from './perform.ts'
import type { Scenario } from './scenario.ts'
import type { Observation } from './observation.ts'

const USAGE = 'usage: node test/golden/run.ts --server URL [--token T] [--only TEXT]'

/** Plays the scenarios against any server: one line each, exit code 1 if one differs from its recording. */
async function main(): Promise<void> {
  const options = { server: { type: 'string' }, token: { type: 'string' }, only: { type: 'string' } } as const
  const { values } = parseArgs({ options })
  if (!values.server) throw new Error(USAGE)
  const client = new ApiClient({ url: values.server, token: values.token })
  const recordings = await loadRecordings()
  const chosen = scenarios.filter((scenario) => scenario.id.includes(values.only ?? ''))
  const counts = { passed: 0, failed: 0, postponed: 0 }
  for (const scenario of chosen) counts[await report(scenario, client, recordings)] += 1
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.postponed} postponed`)
  client.close()
  process.exitCode = counts.failed > 0 ? 1 : 0
}

async function report(scenario: Scenario, client: ApiClient, recordings: Map<string, Observation[]>) {
  if (scenario.postponed) return say('postponed', scenario, [scenario.postponed])
  const differences = await perform(scenario, client, recordings.get(scenario.id)!).catch((error) => [String(error)])
  return say(differences.length > 0 ? 'failed' : 'passed', scenario, differences)
}

function say<T extends string>(outcome: T, scenario: Scenario, lines: string[]): T {
  console.log([`${outcome}: ${scenario.id}`, ...lines].join('\n    '))
  return outcome
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 2
})

import { HOSTILE_YAML } from '../test/http/yaml/hostile-yaml.ts'
import { Connection } from './connection.ts'
import type { Figures } from './figures.ts'
import type { Pace } from './measurement.ts'
import type { Target } from './targets.ts'

export const YAML_TITLE = 'slowest answer to a body in YAML that means harm'
export const JSON_TITLE = 'slowest answer to a body in JSON of many keys or numbers'

const BODY_BYTES = 3 * 1024 * 1024 - 100
/** The machine does other things too: of each body the quickest answer counts. */
const TRIES = 3

/** As many pieces as fit into a body, `,` between them. */
function joined(piece: (index: number) => string): string {
  const pieces: string[] = []
  for (let length = 0; length < BODY_BYTES - 100; length += pieces.at(-1)!.length + 1) pieces.push(piece(pieces.length))
  return pieces.join(',')
}

const JSON_BODIES: Record<string, () => string> = {
  keys: () => `{"data":{${joined((index) => `"k${index}":"v"`)}}}`,
  'unknown fields': () => `{"x":{${joined((index) => `"k${index}":1`)}}}`,
  'written fractions': () => `{"x":[${joined(() => '15.0')}]}`,
  'long integers': () => `{"x":[${joined(() => '12345678901234567890')}]}`,
  'doubled keys': () => `{"data":{${joined(() => '"k":"v"')}}}`,
  'a long integer': () => `{"metadata":{"generation":${'1'.repeat(BODY_BYTES - 100)}}}`,
  nesting: () => `{"x":${'['.repeat(BODY_BYTES - 100)}`,
}

/** How long a body of 3 MB can keep a Worker busy: a dry run of each of those that cost most. */
export async function measureBodies(
  { endpoint, dialect, column }: Target,
  pace: Pace,
  figures: Figures,
): Promise<void> {
  const connection = await Connection.open(endpoint)
  const slowest = async (bodies: Record<string, () => string>, contentType: string) => {
    let worst = 0
    for (const make of Object.values(bodies)) {
      const body = make()
      const times: number[] = []
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const begun = performance.now()
        await connection.request({ method: 'POST', path: `${dialect.collection}?dryRun=All`, body, contentType }, false)
        times.push(performance.now() - begun)
      }
      worst = Math.max(worst, Math.min(...times))
    }
    return worst
  }
  for (let round = 0; round < pace.rounds; round++) {
    figures.add(YAML_TITLE, 'ms', column, await slowest(HOSTILE_YAML, 'application/yaml'))
    figures.add(JSON_TITLE, 'ms', column, await slowest(JSON_BODIES, 'application/json'))
  }
  connection.close()
}

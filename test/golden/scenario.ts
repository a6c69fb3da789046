import type { ApiBody, QueryValues } from '../support/client.ts'
import type { Stage } from './stage.ts'

/** The parts that the recordings are sorted in. */
export type Area = 'apply' | 'concurrency' | 'gc' | 'lifecycle' | 'list' | 'patch' | 'protocol' | 'watch'

/** One recorded course of requests, told again by code that drives a server through `Stage`. */
export interface Scenario {
  area: Area
  /** as in the recording: `<area>: <name>` */
  id: string
  run(stage: Stage): Promise<void>
  /** why it is not played yet */
  postponed?: string
}

export type Play = (stage: Stage) => Promise<void>

/** The scenarios of one area, by name. */
export const scenariosOf = (area: Area, plays: Record<string, Play | { postponed: string }>): Scenario[] =>
  Object.entries(plays).map(([name, play]) =>
    typeof play === 'function'
      ? { area, id: `${area}: ${name}`, run: play }
      : { area, id: `${area}: ${name}`, run: async () => {}, postponed: play.postponed },
  )

/** What a recording shows of a list where the items themselves do not matter. */
export const outline = (body: ApiBody) => ({
  kind: body.kind,
  apiVersion: body.apiVersion,
  metadata: body.metadata,
  names: (body.items ?? []).map((item) => item.metadata.name),
  reason: body.reason,
  message: body.message,
  details: body.details,
  code: body.code,
  status: body.status,
})

export type { ApiBody, QueryValues }

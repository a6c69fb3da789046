import type { TestServer } from '../support/server.ts'

/** What the actors of a run share: the server, and whether they are to go on. */
export interface Stage {
  server: TestServer
  /** false from when the run ends */
  running: boolean
  /** True while the server is being killed and started: what fails then is no fault. */
  down: boolean
  /** What must not happen, in words. Bounded: the first ones say it. */
  faults: string[]
  /** How often each thing was done. */
  done: Record<string, number>
}

export function count(stage: Stage, what: string, times = 1): void {
  stage.done[what] = (stage.done[what] ?? 0) + times
}

const MAX_FAULTS = 20

export function fault(stage: Stage, text: string): void {
  if (stage.faults.length < MAX_FAULTS) stage.faults.push(text)
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Does `work` again and again until the run ends. A connection that fails while the server is down, or has failed just
 * before it came up again, is expected; everything else that is thrown is a fault.
 */
export async function repeat(stage: Stage, who: string, everyMs: number, work: () => Promise<void>): Promise<void> {
  while (stage.running) {
    const life = stage.server.pid
    try {
      await work()
    } catch (error) {
      await pause(100)
      if (stage.running && !stage.down && life === stage.server.pid) fault(stage, `${who}: ${String(error)}`)
    }
    await pause(everyMs)
  }
}

/** One thing that a scenario has seen: an answer, the events of a watch, or a value worth keeping. */
export interface Observation {
  /** what was asked; only for people, not compared */
  step?: string
  status?: number
  contentType?: string
  warning?: string
  retryAfter?: string
  body?: unknown
}

export interface Recording {
  scenario: string
  observations: Observation[]
}

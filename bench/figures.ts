import { median } from './statistics.ts'
import type { Column } from './targets.ts'

/** One line of the report: what was measured, in each round, of each server. */
export interface Figure {
  title: string
  unit: string
  rounds: Partial<Record<Column, number[]>>
}

/** The figures of one run, in the order in which they were first measured. */
export class Figures {
  readonly #byTitle = new Map<string, Figure>()

  add(title: string, unit: string, column: Column, value: number): void {
    const figure = this.#byTitle.get(title) ?? { title, unit, rounds: {} }
    figure.rounds[column] = [...(figure.rounds[column] ?? []), value]
    this.#byTitle.set(title, figure)
  }

  all(): Figure[] {
    return [...this.#byTitle.values()]
  }

  median(title: string, column: Column): number | undefined {
    const rounds = this.rounds(title, column)
    return rounds === undefined ? undefined : median(rounds)
  }

  rounds(title: string, column: Column): number[] | undefined {
    return this.#byTitle.get(title)?.rounds[column]
  }
}

/** A table as rows of cells. */
export const rowsOf = (table: string): string[][] =>
  table
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => line.trim().split(/\s{2,}/))

/** The first column of a table, without its head. */
export const namesOf = (table: string): string[] =>
  rowsOf(table)
    .slice(1)
    .map(([name]) => name!)

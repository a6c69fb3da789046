/** How many files and connections this process, and one that it starts, may have open: Node has raised the limit to the hard one. */
export function openFilesLimit(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const { soft = 'unlimited' } = report.userLimits?.open_files ?? {}
  return soft === 'unlimited' ? Infinity : soft
}

/** Descriptors that are kept for databases and for what starts. */
const RESERVED = 256
/** A connection has two descriptors in this process; in workerd one, and the other half is for databases. */
const PER_CONNECTION = 2
const FEWEST = 16

/** So many connections leave room for the rest. */
export const connectionsWithin = (limit: number): number =>
  Math.max(FEWEST, Math.floor((limit - RESERVED) / PER_CONNECTION))

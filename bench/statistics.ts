export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Milliseconds of a clock that all threads of this machine share. */
export function clockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

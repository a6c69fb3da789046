export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value that so large a part of all does not exceed: 0.99 for the 99th percentile. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)]!
}

/** Milliseconds of a clock that all threads of this machine share. */
export function clockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

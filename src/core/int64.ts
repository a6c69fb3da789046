const MAX = 2n ** 63n - 1n
const MIN = -(2n ** 63n)

/** True for what Go's `int64` can hold. */
export const isInt64 = (n: bigint) => n >= MIN && n <= MAX

/** Does something with all items, `width` at a time. One that fails stops no other; the first failure is thrown at the end. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const failures: unknown[] = []
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      await work(item).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
  if (failures.length > 0) throw failures[0]
}

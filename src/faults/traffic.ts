/** A request that takes longer is not waited for. */
const PATIENCE_MS = 1000
const POLL_MS = 1

/** Of the one Worker that this is: requests that are being answered, and orders that hold back new ones. */
const traffic = { requests: 0, orders: 0 }

/** Runs a request, as soon as no order holds it back. */
export async function whenOpen<T>(request: () => Promise<T>): Promise<T> {
  // asked again and again: a promise of another request may not be waited for
  while (traffic.orders > 0) await scheduler.wait(POLL_MS)
  traffic.requests++
  try {
    return await request()
  } finally {
    traffic.requests--
  }
}

/** Runs an order between requests: those that are being answered are waited for, new ones wait. Watches are open already. */
export async function whenQuiet(order: () => Promise<void>): Promise<void> {
  traffic.orders++
  try {
    for (let waitedMs = 0; traffic.requests > 0 && waitedMs < PATIENCE_MS; waitedMs += POLL_MS)
      await scheduler.wait(POLL_MS)
    await order()
  } finally {
    traffic.orders--
  }
}

import type { Client } from 'coxswain/client'

/** Counts one up, whoever else does so at the same time. */
export async function increment(client: Client, name: string): Promise<number> {
  const counters = client.resource('v1', 'configmaps', { namespace: 'default' })
  const written = await counters.updateWithRetry(name, (counter) => ({
    ...counter,
    data: { count: String(Number(counter.data?.['count'] ?? 0) + 1) },
  }))
  return Number(written.data?.['count'])
}

import { describe, expect, it } from 'vitest'
import { ownServerOnly, useBlackBox } from '../support/black-box.ts'
import { briefly } from '../support/event-queue.ts'
import { lease } from '../support/objects.ts'
import { eventually, expectStatus, type Sandbox } from '../support/sandbox.ts'
import { openSocket } from '../support/socket-reader.ts'
import { openWatch } from '../support/watch-reader.ts'

/** Changes a ConfigMap until history below `version` is gone. */
async function churnUntilExpired(ns: Sandbox, version: string): Promise<void> {
  const query = { resourceVersion: version, resourceVersionMatch: 'Exact' }
  let busy = await ns.create('busy')
  await eventually(
    async () => {
      busy = await ns.update(busy, { k: String(Math.random()) })
      return (await ns.client.get(ns.configMaps, query)).status === 410 ? true : undefined
    },
    'the version being compacted away',
    60_000,
  )
}

describe.skipIf(ownServerOnly)('watches for which nothing comes, while history is dropped', () => {
  const box = useBlackBox({ HISTORY_MINUTES: '0.02' })

  it('H1 W1 go on: they lost nothing', async () => {
    const ns = await box.sandbox()
    const before = await ns.version()
    const query = { resourceVersion: before }
    const watches = [
      await openWatch(ns.client, ns.leases, query),
      await openSocket(ns.client, ns.leases, query),
      await openWatch(ns.client, ns.leases),
      await ns.watch({ resourceVersion: before, labelSelector: 'wanted' }),
    ]
    await churnUntilExpired(ns, before)
    expectStatus(await ns.client.post(ns.leases, lease('late')), 201)
    await ns.create('late', {}, { labels: { wanted: '' } })
    for (const watch of watches) expect(briefly(await watch.events.next())).toBe('ADDED late')
    for (const watch of watches) watch.close()
  }, 90_000)
})

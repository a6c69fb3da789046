import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { nameOf } from '../support/event-queue.ts'
import { configMap, namesIn } from '../support/objects.ts'
import { expectStatus } from '../support/sandbox.ts'

const ODD = { odd: '\u0000\u2028 é e\u0301 \u{1F600} \\ " /', empty: '' }

describe('sizes and bytes', () => {
  const box = useBlackBox()

  it('G22 large objects come back as they were, too large ones leave no trace', async () => {
    const ns = await box.sandbox()
    const watch = await ns.watch({ resourceVersion: await ns.version() })
    const contents = { ascii: { k: 'x'.repeat(900_000) }, euro: { k: '€'.repeat(300_000) }, odd: ODD }
    for (const [name, data] of Object.entries(contents)) {
      const created = await ns.create(name, data)
      expect(created.data).toEqual(data)
      expect(await ns.read(name)).toEqual(created)
    }
    const changed = expectStatus(await ns.patch('ascii', 'merge', { data: { small: 'key' } }), 200)
    expect(changed.data).toEqual({ ...contents.ascii, small: 'key' })
    const events = await watch.events.take(4)
    expect(events.map(nameOf)).toEqual(['ascii', 'euro', 'odd', 'ascii'])
    for (const event of events.slice(0, 3))
      expect(event.object.data).toEqual(contents[nameOf(event) as keyof typeof contents])
    for (const k of ['x'.repeat(1_048_577), '€'.repeat(400_000)]) {
      const { status, body } = await ns.client.post(ns.configMaps, configMap('large', { k }))
      expect([[413, 422], body.kind]).toEqual([expect.arrayContaining([status]), 'Status'])
    }
    const huge = await ns.client.post(ns.configMaps, configMap('huge', { k: 'x'.repeat(4_000_000) }))
    expect([huge.status, huge.body.reason]).toEqual([413, 'RequestEntityTooLarge'])
    expect(namesIn(await ns.list())).toEqual(['ascii', 'euro', 'odd'])
    await ns.create('end')
    expect(await watch.events.takeBefore('end')).toEqual([])
    watch.close()
  })
})

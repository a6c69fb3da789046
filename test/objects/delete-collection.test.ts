import { expect, test } from 'vitest'
import { CALLER, newNamespace, type TestScope, unwrapped } from './support/test-scope.ts'

const COUNT = 2_000

async function filled(): Promise<TestScope> {
  const place = await newNamespace()
  const names = Array.from({ length: COUNT }, (_, i) => `object-${String(i).padStart(4, '0')}`)
  await place.inside((scope) =>
    Promise.all(
      names.map((name) => scope.write([place.createCall({ metadata: { name, labels: { old: 'yes' } } })], CALLER)),
    ),
  )
  return place
}

const deleteCall = (place: TestScope) => ({
  ...place.listCall({ labelSelector: 'old=yes' }),
  preconditions: {},
  propagation: {},
  dryRun: false,
})

test('D22 others write while a collection of thousands is deleted, with a slice of it at most before each', async () => {
  const place = await filled()
  await place.inside(async (scope) => {
    let isOver = false
    const deleting = scope.deleteCollection(deleteCall(place)).finally(() => (isOver = true))
    const goneBetween: number[] = []
    for (let i = 0, before = COUNT; !isOver && i < 30; i++) {
      expect(await scope.write([place.createCall({ metadata: { name: `new-${i}` } })], CALLER)).toMatchObject({
        ok: true,
      })
      const [{ live } = { live: 0 }] = scope.store.liveCounts()
      goneBetween.push(before + 1 - live)
      before = live
    }
    expect(goneBetween).toHaveLength(30)
    expect(Math.max(...goneBetween)).toBeLessThanOrEqual(20)
    const { items, count, more } = unwrapped(await deleting)
    expect([count, more, (JSON.parse(`[${items}]`) as unknown[]).length]).toEqual([COUNT, 'no', COUNT])
    expect(scope.store.liveCounts()).toEqual([{ resource: 'configmaps', live: 30 }])
  })
})

import { test } from 'vitest'
import { expectNoFaults } from './support/expect-no-faults.ts'

test('K10 eight clients notice nothing when objects are evicted while history is dropped', async () => {
  await expectNoFaults('eviction', { compaction: true })
}, 120_000)

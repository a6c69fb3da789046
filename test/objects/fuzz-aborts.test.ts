import { test, vi } from 'vitest'
import { expectNoFaults } from './support/expect-no-faults.ts'

test('H5 eight clients lose no acknowledged write when objects are aborted', async () => {
  // requests that break off are logged; here they are wanted
  using _log = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expectNoFaults('abort', { compaction: false })
}, 120_000)

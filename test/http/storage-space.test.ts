import { describe, expect, it, vi } from 'vitest'
import { StatusError } from '../../src/core/errors/status-error.ts'
import { StorageSpace } from '../../src/http/storage-space.ts'

const FULL = new Error('database or disk is full: SQLITE_FULL')
const UNNAMED = new Error('internal error; reference = abc')
const codeOf = (error: unknown) => (error instanceof StatusError ? error.status.code : undefined)

describe('where there is no room', () => {
  it('Q3 is answered with 507 and said once, until a write finds room', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const space = new StorageSpace()
    const [first, second] = [space.explain('a', FULL), space.explain('a', FULL)]
    expect([codeOf(first), codeOf(second), log.mock.calls.length]).toEqual([507, 507, 1])
    expect((first as StatusError).status.details).toEqual({ retryAfterSeconds: 5 })
    await expect(space.assertRoom(() => Promise.reject(FULL))).rejects.toMatchObject({ status: { code: 507 } })
    await space.assertRoom(async () => {})
    await space.assertRoom(() => Promise.reject(FULL))
    space.explain('a', FULL)
    space.found('a')
    await space.assertRoom(() => Promise.reject(FULL))
    log.mockRestore()
  })

  it('Q3 explains a fault without a name while a scope is full, and no other', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const space = new StorageSpace()
    const other = new Error('something else')
    expect([space.explain('b', UNNAMED), space.explain('b', other)]).toEqual([UNNAMED, other])
    space.explain('a', FULL)
    expect([codeOf(space.explain('b', UNNAMED)), space.explain('b', other)]).toEqual([507, other])
    vi.restoreAllMocks()
  })
})

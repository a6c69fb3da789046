import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyTo } from './mutation.ts'
import { MUTATIONS, SEED } from './mutations/mutations.ts'
import { pick, PROJECT, readPromises, testFilesById } from './promises.ts'

const ids = readPromises().map(({ id }) => id)

describe('the mutations of promises', () => {
  it.each(MUTATIONS)('for $id, $takesAway, applies to $file', (mutation) => {
    expect(() => applyTo(mutation, readFileSync(join(PROJECT, mutation.file), 'utf8'))).not.toThrow()
  })

  it('are about promises that there are, and that tests name', () => {
    const files = testFilesById()
    expect(MUTATIONS.map(({ id }) => id).filter((id) => !ids.includes(id) || !files.has(id))).toEqual([])
  })

  it('are about nearly all of the fifty that the seed chooses', () => {
    const listed = new Set(MUTATIONS.map(({ id }) => id))
    // a promise that was added since may have come into the choice
    expect(pick(ids, SEED, 50).filter((id) => !listed.has(id)).length).toBeLessThan(10)
  })

  it('choose by seed, and keep their choice when a promise is added', () => {
    expect(pick(ids, 1, 50)).toEqual(pick(ids.toReversed(), 1, 50))
    expect(pick(ids, 1, 50)).not.toEqual(pick(ids, 2, 50))
    const before = new Set(pick(ids, 1, 50))
    expect(pick([...ids, 'ZZ1'], 1, 50).filter((id) => !before.has(id)).length).toBeLessThanOrEqual(1)
  })

  it('apply to one place alone', () => {
    const mutation = { id: 'X1', file: 'a.ts', find: 'a', replace: '$&', takesAway: '' }
    expect(applyTo(mutation, 'bab')).toBe('b$&b')
    expect(() => applyTo(mutation, 'aa')).toThrow('2 times')
    expect(() => applyTo(mutation, 'b')).toThrow('0 times')
  })
})

import { describe, expect, it } from 'vitest'
import { parseContinue } from '../../../src/core/request/continue-token.ts'
import { listMeta, type ListPart, nextPart } from '../../../src/core/request/list-parts.ts'
import type { Revision } from '../../../src/core/revision.ts'

const part = (count: number, more: ListPart['more'], rest: Partial<ListPart> = {}): ListPart => ({
  revision: 8 as Revision,
  count,
  last: `a${count}`,
  more,
  ...rest,
})

describe('the parts of a list', () => {
  it('L7 L16 go on behind the last name, at the version of the first', () => {
    const first = part(3, 'length', { total: 9 })
    const later = part(2, 'length', { revision: 10 as Revision })
    expect(nextPart({ limit: 7, labelSelector: 'x' }, first, later, 5)).toEqual({
      limit: 2,
      labelSelector: 'x',
      position: { at: 'continue', revision: 8, after: 'a2', remaining: 4 },
    })
  })

  it('L9 L19 have no limit where there was none, and no count where nothing was counted', () => {
    const { limit, position } = nextPart({ limit: 0 }, part(3, 'length'), part(3, 'length'), 3)
    expect([limit, position.remaining]).toEqual([0, undefined])
  })
})

describe('the metadata of a list', () => {
  it('L8 ends without a token', () => {
    expect(listMeta(part(3, 'length', { total: 5 }), part(2, 'no'), 5)).toEqual({ resourceVersion: '8' })
  })

  it('L7 L8 goes on from the last name, with the number that remains', () => {
    const meta = listMeta(part(3, 'length', { total: 9 }), part(2, 'limit'), 5)
    expect(meta).toMatchObject({ resourceVersion: '8', remainingItemCount: 4 })
    expect(parseContinue(meta.continue ?? '')).toEqual({ revision: 8, after: 'a2', remaining: 4 })
  })

  it('L9 tells no number with a selector', () => {
    const meta = listMeta(part(1, 'limit'), part(1, 'limit'), 1)
    expect(meta.remainingItemCount).toBeUndefined()
    expect(parseContinue(meta.continue ?? '')).toEqual({ revision: 8, after: 'a1' })
  })
})

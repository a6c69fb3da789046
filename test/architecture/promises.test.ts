import { describe, expect, it } from 'vitest'
import { idsInTitles, readPromises, testFilesById } from '../promises/promises.ts'

describe('the promises of docs/protocol.md', () => {
  const promised = readPromises().map(({ id }) => id)

  it('have an id each', () => {
    expect(promised.length).toBeGreaterThan(100)
    expect(promised.filter((id, i) => promised.indexOf(id) !== i)).toEqual([])
  })

  it('are each named by the title of a test', () => {
    const proved = testFilesById()
    expect(promised.filter((id) => !proved.has(id))).toEqual([])
  })

  it.each([
    ["it('W7 a watch', () => {})", ['W7']],
    ['it("D6 D7 is held back", () => {})', ['D6', 'D7']],
    ["it('a watch', () => {})", []],
  ])('%s proves %j', (text, ids) => {
    expect(idsInTitles(text)).toEqual(ids)
  })
})

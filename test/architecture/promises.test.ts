import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const PROJECT = resolve(import.meta.dirname, '../..')
const TESTS = ['test', 'compat'].map((folder) => join(PROJECT, folder))

/** Rows of the tables in docs/protocol.md begin with the id of a promise. */
function promiseIds(protocol: string): string[] {
  return [...protocol.matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, id = '']) => id)
}

/** A title may prove several promises: 'D6 D7 is held back …'. */
function idsInTitles(text: string): string[] {
  return [...text.matchAll(/['"`]((?:[A-Z]\d+ )+)/g)].flatMap(([, ids = '']) => ids.trim().split(' '))
}

describe('the promises of docs/protocol.md', () => {
  const promised = promiseIds(readFileSync(join(PROJECT, 'docs/protocol.md'), 'utf8'))

  it('have an id each', () => {
    expect(promised.length).toBeGreaterThan(100)
    expect(promised.filter((id, i) => promised.indexOf(id) !== i)).toEqual([])
  })

  it('are each named by the title of a test', () => {
    const files = TESTS.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    ).filter((file) => file.endsWith('.test.ts'))
    const proved = new Set(files.flatMap((file) => idsInTitles(readFileSync(file, 'utf8'))))
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

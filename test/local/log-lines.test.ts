import { expect, it } from 'vitest'
import { foldLasting } from '../../src/local/log-lines.ts'

it('Q3 what each request says again is said once a minute, and as what it is', () => {
  let now = 0
  const lines: string[] = []
  const log = foldLasting(
    (line) => lines.push(line),
    () => now,
  )
  for (const line of ['a', 'Error: database or disk is full: SQLITE_FULL', 'e = SQLITE_FULL', 'b']) log(line)
  expect(lines.splice(0)).toEqual(['a', 'the disk is full: writes are refused until there is room', 'b'])
  now = 60_000
  log('SQLITE_FULL')
  log('file is not a database: SQLITE_NOTADB')
  expect(lines).toEqual([
    'the disk is full: writes are refused until there is room',
    expect.stringMatching(/^a database is damaged: put/),
  ])
})

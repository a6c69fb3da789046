import { once } from 'node:events'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { foldLasting, followLog } from '../../src/local/log-lines.ts'

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

it('K14 an object that starts anew is one line, however many connections that ends', async () => {
  const lines: string[] = []
  const again =
    'workerd/server/server: error: Uncaught exception: failed: remote.broken; jsg.Error: the object starts anew: x'
  const log = Readable.from(['the object starts anew: x\n', `${again}\n`, `${again}\n`, 'other\n'])
  followLog(log, (line) => lines.push(line))
  await once(log, 'close')
  await new Promise(setImmediate)
  expect(lines).toEqual(['the object starts anew: x', 'other'])
})

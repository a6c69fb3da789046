import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** The tree that this file is in. */
export const PROJECT = resolve(import.meta.dirname, '../..')
/** Where tests of promises are. */
const TESTS = ['test', 'compat']

/** A row of the tables in docs/protocol.md. */
export interface Promised {
  id: string
  text: string
}

/** Rows of the tables of the protocol begin with the id of a promise. */
export const promisesIn = (protocol: string): Promised[] =>
  [...protocol.matchAll(/^\| ([A-Z]\d+) \| (.*?) \|/gm)].map(([, id = '', text = '']) => ({ id, text }))

export const readPromises = (): Promised[] => promisesIn(readFileSync(join(PROJECT, 'docs/protocol.md'), 'utf8'))

/** A title may prove several promises: 'D6 D7 is held back …'. */
export const idsInTitles = (text: string): string[] =>
  [...text.matchAll(/['"`]((?:[A-Z]\d+ )+)/g)].flatMap(([, ids = '']) => ids.trim().split(' '))

/** Files with tests whose titles name a promise, by its id; paths are relative to the project. */
export function testFilesById(): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>()
  for (const path of testFiles())
    for (const id of new Set(idsInTitles(readFileSync(path, 'utf8'))))
      files.set(id, [...(files.get(id) ?? []), relative(PROJECT, path)])
  return files
}

const testFiles = () =>
  TESTS.flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => join(PROJECT, folder, name)),
  ).sort()

/**
 * `count` ids that the seed chooses. Each id has a place of its own in the seed's order, so that a promise which is added
 * later changes the choice by one at most.
 */
export function pick(ids: readonly string[], seed: number, count: number): string[] {
  const place = (id: string) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
  return ids.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, count)
}

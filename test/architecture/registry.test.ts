import { expect, it } from 'vitest'
import { importsOf, readSourceFiles } from './source-files.ts'

/** Where a program begins: these put the registry together with what uses it. */
const ENTRIES = ['faults/worker.ts', 'objects/scope-object.ts', 'worker.ts']

it('the built-in registry is handed to whoever needs it: only the entries import it', () => {
  const importers = readSourceFiles().filter((file) =>
    importsOf(file).some(({ specifier }) => specifier.endsWith('/kinds/built-in.ts') || specifier === './built-in.ts'),
  )
  expect(importers.map(({ path }) => path).sort()).toEqual(ENTRIES)
})

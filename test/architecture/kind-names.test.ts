import { expect, it } from 'vitest'
import { kindsData } from '../../src/kinds/kinds-data.ts'
import { readSourceFiles, type SourceFile } from './source-files.ts'

/** A rule about one kind is in its strategy: these parts name no kind. */
const PARTS = ['core', 'storage', 'objects', 'http']

/** Where a kind is named all the same, and why. */
const ALLOWED: Record<string, string[]> = {
  // the resource whose objects are the scopes: what it is called, and its place in paths
  'core/namespace-resource.ts': ['Namespace', 'namespaces'],
  'http/request-info.ts': ['namespaces'],
  // what may own something is a rule about references, whatever the kind that holds them
  'core/metadata/object-meta.ts': ['Event'],
  // what Kubernetes' controllers put into every namespace
  'storage/namespaces/namespace-defaults.ts': ['configmaps', 'serviceaccounts'],
}

const NAMES = new Set(kindsData.resources.flatMap(({ kind, resource }) => [kind, resource]))

const named = ({ text }: SourceFile) =>
  [
    ...new Set([...text.matchAll(/'([A-Za-z]+)'/g)].map(([, word = '']) => word).filter((word) => NAMES.has(word))),
  ].sort()

it('no rule about one kind is outside its strategy', () => {
  const files = readSourceFiles().filter(({ part }) => PARTS.includes(part))
  const found = files.map((file) => [file.path, named(file)] as const).filter(([, names]) => names.length > 0)
  expect(Object.fromEntries(found)).toEqual(ALLOWED)
})

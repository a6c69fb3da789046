import { describe, expect, it } from 'vitest'
import { importsOf, readSourceFiles, type SourceFile } from './source-files.ts'

type Graph = ReadonlyMap<string, readonly string[]>

const graphOf = (files: readonly SourceFile[]): Graph =>
  new Map(files.map((file) => [file.path, importsOf(file).flatMap((one) => one.file ?? [])]))

/** Files that import each other in a circle, by types alone too: the shortest circle through each file that is in one. */
function circlesOf(graph: Graph): string[] {
  const circles = [...graph.keys()].flatMap((file) => {
    const way = shortestWay(graph, file, file)
    return way ? [way.slice(0, -1)] : []
  })
  const turned = circles.map((circle) => {
    const first = circle.indexOf(circle.toSorted()[0]!)
    return [...circle.slice(first), ...circle.slice(0, first)].join(' → ')
  })
  return [...new Set(turned)]
}

function shortestWay(graph: Graph, from: string, to: string): string[] | undefined {
  const seen = new Set<string>()
  for (let ways = [[from]]; ways.length > 0;) {
    const longer: string[][] = []
    for (const way of ways)
      for (const next of graph.get(way.at(-1)!) ?? []) {
        if (next === to) return [...way, to]
        if (!seen.has(next)) longer.push([...way, next])
        seen.add(next)
      }
    ways = longer
  }
  return undefined
}

describe('files that import each other in a circle', () => {
  it('are none in src', () => {
    expect(circlesOf(graphOf(readSourceFiles()))).toEqual([])
  })

  const file = (path: string, text: string): SourceFile => ({ path, part: 'core', text })

  it('are found, also when they import types alone, or themselves', () => {
    const files = [
      file('core/a.ts', "import type { B } from './b.ts'"),
      file('core/b.ts', "export * from './deep/c.ts'\nimport { d } from './d.ts'"),
      file('core/deep/c.ts', "import { type A } from '../a.ts'"),
      file('core/d.ts', "import { d } from './d.ts'"),
      file('core/e.ts', "import { a } from './a.ts'"),
    ]
    expect(circlesOf(graphOf(files))).toEqual(['core/a.ts → core/b.ts → core/deep/c.ts', 'core/d.ts'])
  })
})

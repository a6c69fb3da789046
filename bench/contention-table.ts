import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Contested, Fields } from './contention.ts'

const START = '<!-- contention -->'
const END = '<!-- /contention -->'

const HEADINGS: Record<Fields, string> = {
  'one field': 'All writers count on in one field',
  'own fields': 'Each writer counts on in a field of its own',
}

/** Puts the tables between the marks in a Markdown file. Throws where the file has none. */
export function writeContention(file: string, results: readonly Contested[], changes: number): void {
  const text = readFileSync(file, 'utf8')
  const [start, end] = [text.indexOf(START), text.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`${file} has no place for the table: ${START} … ${END}`)
  const made = `${START}\n${formatContention(results, changes)}\n`
  writeFileSync(file, text.slice(0, start) + made + text.slice(end))
}

/** A table for each choice of fields: a row for each way, a column for each number of writers. */
export function formatContention(results: readonly Contested[], changes: number): string {
  const counts = [...new Set(results.map(({ writers }) => writers))]
  const tables = (Object.keys(HEADINGS) as Fields[]).map((fields) => {
    const ofFields = results.filter((result) => result.fields === fields)
    const titles = [...new Set(ofFields.map(({ strategy }) => strategy))]
    return [
      [HEADINGS[fields], ...counts.map((count) => (count === 1 ? '1 writer' : `${count} writers`))],
      Array.from({ length: counts.length + 1 }, () => '---'),
      ...titles.map((title) => [
        title,
        ...ofFields.filter(({ strategy }) => strategy === title).map((result) => formatResult(result, changes)),
      ]),
    ]
  })
  const caption =
    `Each cell: ${changes} changes, shared out among the writers. Writes sent for a change · time for all changes ·\n` +
    `changes that were answered 200 and are not in the object. In one field, apply takes it over (\`force\`). Server and\n` +
    `writers on one machine of ${cpus().length} processors.`
  return [...tables.map(formatRows), caption].join('\n\n')
}

const formatRows = (rows: readonly string[][]) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')

function formatResult({ tries, ms, lost }: Contested, changes: number): string {
  const loss = lost === 0 ? '0 lost' : `**${lost} of ${changes} lost**`
  return `${tries.toFixed(1)} · ${(ms / 1000).toFixed(2)} s · ${loss}`
}

import type { Contested } from './contention.ts'
import type { Figure, Figures } from './figures.ts'
import type { Verdict } from './goals.ts'
import { median } from './statistics.ts'
import type { Column } from './targets.ts'

const COLUMNS: readonly { column: Column; heading: string }[] = [
  { column: 'bare', heading: 'bare' },
  { column: 'grouped', heading: 'bare, grouped' },
  { column: 'coxswain', heading: 'Coxswain' },
  { column: 'peer', heading: 'peer' },
]

/** The medians of every figure, a line each, a column for each server that was measured. */
export function formatFigures(figures: Figures): string {
  const all = figures.all()
  const shown = COLUMNS.filter(({ column }) => all.some((figure) => figure.rounds[column] !== undefined))
  const heading = ['median of the rounds', '', ...shown.map((entry) => entry.heading)]
  const lines = all.map((figure) => [figure.title, figure.unit, ...shown.map(({ column }) => cell(figure, column))])
  return formatTable([heading, ...lines])
}

/** What was judged; empty where no goal had its figures measured. */
export function formatVerdicts(verdicts: readonly Verdict[]): string {
  if (verdicts.length === 0) return ''
  return formatTable([
    ['goal', 'wanted', 'measured', ''],
    ...verdicts.map((verdict) => [
      verdict.figure,
      `${verdict.atLeast === undefined ? '≤' : '≥'} ${verdict.atLeast ?? verdict.atMost}${formatReference(verdict)}`,
      formatNumber(verdict.value),
      verdict.met ? 'met' : 'MISSED',
    ]),
  ])
}

/** The whole run as data. */
export function formatResults(
  figures: Figures,
  verdicts: readonly Verdict[],
  contention: readonly Contested[],
): string {
  return `${JSON.stringify({ figures: figures.all(), contention, goals: verdicts }, undefined, 2)}\n`
}

function formatReference({ figure, against, unit = '' }: Verdict): string {
  if (against === undefined) return ` ${unit}`
  const heading = COLUMNS.find(({ column }) => column === against.column)?.heading
  return against.figure === figure ? ` × ${heading}` : ` × ${against.figure}`
}

function cell({ rounds }: Figure, column: Column): string {
  const values = rounds[column]
  return values === undefined ? '–' : formatNumber(median(values))
}

function formatNumber(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

function formatTable(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const formatRow = (row: string[]) =>
    row.map((text, column) => (column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!))).join('  ')
  return `${rows.map(formatRow).join('\n')}\n`
}

import { LOST_TITLE } from './contention.ts'
import type { Figures } from './figures.ts'
import { JSON_TITLE, YAML_TITLE } from './measure-bodies.ts'
import { collectingTitle, quietTitle } from './measure-dependents.ts'
import { growthTitle } from './measure-memory.ts'
import { PATCH_CLIENTS, wayTitle, type Way } from './measure-patch.ts'
import { CLIENTS, getTitle, putTitle } from './measure-requests.ts'
import { TRANSPORTS, unwatchedTitle, watchedTitle } from './measure-watch.ts'
import type { Pace } from './measurement.ts'
import { median } from './statistics.ts'
import type { Column } from './targets.ts'

/** What Coxswain promises: a figure of its own against another of the same run, or against a number. */
export interface Goal {
  figure: string
  /** Which figure it is divided by, of which server; without one the figure itself is judged. */
  against?: { figure: string; column: Column }
  /** Of a figure that is judged by itself. */
  unit?: string
  atLeast?: number
  atMost?: number
}

export interface Verdict extends Goal {
  value: number
  met: boolean
}

/** Of the rate of PUT. */
const WAYS: readonly { way: Way; atLeast: number }[] = [
  { way: 'merge patch', atLeast: 0.7 },
  { way: 'apply', atLeast: 0.4 },
  { way: 'apply by two managers', atLeast: 0.4 },
]

export function goalsAt({ memoryMegabytes, dependents }: Pace): Goal[] {
  return [
    ...CLIENTS.map((clients): Goal => {
      const alone = clients === 1
      const column = alone ? 'bare' : 'grouped'
      return { figure: putTitle(clients), against: { figure: putTitle(clients), column }, atLeast: alone ? 0.7 : 0.5 }
    }),
    ...CLIENTS.map((clients): Goal => {
      return { figure: getTitle(clients), against: { figure: getTitle(clients), column: 'bare' }, atLeast: 0.7 }
    }),
    ...TRANSPORTS.map((transport): Goal => {
      const against = { figure: unwatchedTitle(transport), column: 'coxswain' as const }
      return { figure: watchedTitle(transport), against, atMost: 1.5 }
    }),
    { figure: growthTitle(memoryMegabytes), atMost: 64, unit: 'MB' },
    ...PATCH_CLIENTS.flatMap((clients) =>
      WAYS.map(({ way, atLeast }): Goal => {
        const against = { figure: wayTitle('PUT', clients), column: 'coxswain' as const }
        return { figure: wayTitle(way, clients), against, atLeast }
      }),
    ),
    {
      figure: collectingTitle(dependents),
      against: { figure: quietTitle, column: 'coxswain' },
      atMost: 2,
    },
    ...[YAML_TITLE, JSON_TITLE].map((figure): Goal => ({ figure, atMost: 300, unit: 'ms' })),
    { figure: LOST_TITLE, atMost: 0 },
  ]
}

/** The goals whose figures were measured, each judged by the median over the rounds. */
export function judge(goals: readonly Goal[], figures: Figures): Verdict[] {
  return goals.flatMap((goal) => {
    const values = ratios(goal, figures)
    if (values === undefined) return []
    const value = median(values)
    return [{ ...goal, value, met: value >= (goal.atLeast ?? -Infinity) && value <= (goal.atMost ?? Infinity) }]
  })
}

/** One ratio a round: what is compared was measured one after the other, under the same load of the machine. */
function ratios({ figure, against }: Goal, figures: Figures): number[] | undefined {
  const own = figures.rounds(figure, 'coxswain')
  if (own === undefined || against === undefined) return own
  const other = figures.rounds(against.figure, against.column)
  return other === undefined ? undefined : own.map((value, round) => value / other[round]!)
}

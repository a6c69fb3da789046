/** How long things are kept. */
export interface Retention {
  /** superseded versions: `HISTORY_MINUTES` */
  historyMs: number
  /** superseded versions, in all: `HISTORY_MEGABYTES`; the size wins over the time */
  historyBytes: number
  /** events: `EVENT_MINUTES` */
  eventMs: number
}

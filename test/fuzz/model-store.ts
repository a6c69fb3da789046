import { checkReads } from './check-reads.ts'
import { type Allowances, checkWatch, describeWatch, type WatchVerdict } from './check-watches.ts'
import { checkWrites } from './check-writes.ts'
import { ModelLog } from './model-log.ts'
import type { GetRecord, ListRecord, NamespaceGap, WatchRecord, Write } from './records.ts'

/**
 * The oracle: holds what every client was told, and says what cannot be true. It shares no code with the server. The log of
 * accepted changes comes from acknowledged writes and from watchers without a selector; all else is checked against it.
 *
 * Order is judged by ticks, which count the beginnings and ends of requests as the clients saw them: a request that was
 * answered before another was sent came first.
 */
export class ModelStore {
  readonly allow: Allowances
  readonly writes: Write[] = []
  readonly gets: GetRecord[] = []
  readonly lists: ListRecord[] = []
  readonly watches: WatchRecord[] = []
  /** watches without a selector that together see every change */
  readonly auditors: WatchRecord[] = []
  readonly gaps: NamespaceGap[] = []
  readonly #logs = new Map<string, ModelLog>()
  readonly #faults: string[] = []
  #tick = 0

  constructor(allow: Allowances) {
    this.allow = allow
  }

  tick(): number {
    return ++this.#tick
  }

  fault(text: string): void {
    this.#faults.push(text)
  }

  log(scope: string): ModelLog {
    let log = this.#logs.get(scope)
    if (!log) this.#logs.set(scope, (log = new ModelLog(scope)))
    return log
  }

  get logs(): Iterable<ModelLog> {
    return this.#logs.values()
  }

  /** Takes in what has come since: acknowledged writes, and the events of the auditors. */
  arrange(): void {
    for (const write of this.writes) this.#learnWrite(write)
    for (const { scope, resource, items } of this.auditors)
      for (const { type, object } of items)
        if (type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED')
          this.#note(this.log(scope).learn(resource, type, object))
    for (const log of this.logs) log.arrange()
  }

  #learnWrite(write: Write): void {
    if (write.result !== 'done' || write.dryRun) return
    if (write.verb !== 'create' && write.verb !== 'update') return
    const { answer, base, scope, resource } = write
    if (!answer || answer.version === base) return
    const type = write.verb === 'create' || write.status === 201 ? 'ADDED' : 'MODIFIED'
    this.#note(this.log(scope).learn(resource, type, answer))
  }

  /** Where a watch stands now: what is wrong with it, or how many events it is still owed. After `arrange`. */
  verdict(watch: WatchRecord): WatchVerdict {
    return checkWatch(this.log(watch.scope), watch, this.allow)
  }

  /** Notes that what a watch is owed did not come. */
  faultOwed(watch: WatchRecord): void {
    this.fault(`${describeWatch(watch)}: ${this.verdict(watch).owed} events never came`)
  }

  /** All that is wrong, first things first. After `arrange`. */
  faults(): string[] {
    const found = [...this.#faults]
    for (const log of this.logs) found.push(...checkWrites(log, this))
    for (const log of this.logs) found.push(...checkReads(log, this))
    for (const watch of [...this.auditors, ...this.watches]) found.push(...this.verdict(watch).faults)
    return found
  }

  #note(fault: string | undefined): void {
    if (fault !== undefined && !this.#faults.includes(fault)) this.#faults.push(fault)
  }
}

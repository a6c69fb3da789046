/** What a write gives: the new version, or the version that stands when the expected one does not. */
export type WriteResult = { written: true; version: number } | { written: false; version: number }

interface CurrentRow extends Record<string, SqlStorageValue> {
  version: number
  text: string
}

/** Texts under keys, each with a version, in two tables: every version ever written, and the newest of each key. */
export class TextStore {
  readonly #storage: DurableObjectStorage
  #last: number

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
    storage.sql.exec('CREATE TABLE IF NOT EXISTS history (version INTEGER PRIMARY KEY, key TEXT, text TEXT)')
    storage.sql.exec('CREATE TABLE IF NOT EXISTS current (key TEXT PRIMARY KEY, version INTEGER, text TEXT)')
    const row = storage.sql.exec<{ last: number }>('SELECT coalesce(max(version), 0) AS last FROM history').one()
    this.#last = row.last
  }

  /** Writes when `expected` is the version of the key (0: the key must be absent). One transaction, two rows of text. */
  replace(key: string, expected: number, text: string): WriteResult {
    return this.#storage.transactionSync(() => {
      const [row] = this.#storage.sql
        .exec<{ version: number }>('SELECT version FROM current WHERE key = ?', key)
        .toArray()
      const standing = row?.version ?? 0
      if (standing !== expected) return { written: false, version: standing }
      const version = ++this.#last
      this.#storage.sql.exec('INSERT INTO history (version, key, text) VALUES (?, ?, ?)', version, key, text)
      this.#storage.sql.exec(
        `INSERT INTO current (key, version, text) VALUES (?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET version = excluded.version, text = excluded.text`,
        key,
        version,
        text,
      )
      return { written: true, version }
    })
  }

  read(key: string): CurrentRow | undefined {
    return this.#storage.sql.exec<CurrentRow>('SELECT version, text FROM current WHERE key = ?', key).toArray()[0]
  }

  /** Every current text, joined; held in memory whole. */
  list(): string {
    const rows = this.#storage.sql.exec<{ text: string }>('SELECT text FROM current ORDER BY key').toArray()
    return `[${rows.map((row) => row.text).join(',')}]`
  }
}

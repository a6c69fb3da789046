/** Every SQL statement of the server. Named, bound, bounded; none is built from values. */

/** Migrations in order; the number of those applied is the setting `schema`. Never change one, add the next. */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID`,
    `CREATE TABLE history (
       revision INTEGER PRIMARY KEY,
       resource TEXT NOT NULL,
       name TEXT NOT NULL,
       event INTEGER NOT NULL,
       previous INTEGER,
       previous_bytes INTEGER NOT NULL,
       definition TEXT NOT NULL,
       labels TEXT NOT NULL,
       fields TEXT NOT NULL,
       body TEXT NOT NULL
     ) STRICT`,
    `CREATE INDEX history_by_resource ON history (resource, revision)`,
    `CREATE INDEX history_by_name ON history (resource, name, revision)`,
    `CREATE TABLE current (
       resource TEXT NOT NULL,
       name TEXT NOT NULL,
       revision INTEGER NOT NULL,
       deleted INTEGER NOT NULL,
       PRIMARY KEY (resource, name)
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE counts (resource TEXT PRIMARY KEY, live INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
    `CREATE TABLE timers (
       kind TEXT NOT NULL,
       key TEXT NOT NULL,
       due INTEGER NOT NULL,
       PRIMARY KEY (kind, key)
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE socket_parameters (id TEXT PRIMARY KEY, parameters TEXT NOT NULL) STRICT, WITHOUT ROWID`,
  ],
  [
    `CREATE TABLE owners (
       owner TEXT NOT NULL,
       resource TEXT NOT NULL,
       name TEXT NOT NULL,
       blocks INTEGER NOT NULL,
       PRIMARY KEY (owner, resource, name)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX owners_by_dependent ON owners (resource, name)`,
    `CREATE TABLE owner_namespaces (
       owner TEXT NOT NULL,
       namespace TEXT NOT NULL,
       PRIMARY KEY (owner, namespace)
     ) STRICT, WITHOUT ROWID`,
  ],
  [`CREATE INDEX timers_by_due ON timers (due)`],
  [
    `ALTER TABLE timers ADD COLUMN failures INTEGER NOT NULL DEFAULT 0`,
    `DROP INDEX timers_by_due`,
    `CREATE INDEX timers_by_kind ON timers (kind, due)`,
  ],
  [
    `CREATE TABLE waiting_owners (
       owner TEXT PRIMARY KEY,
       resource TEXT NOT NULL,
       name TEXT NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX owner_namespaces_by_namespace ON owner_namespaces (namespace)`,
  ],
  [`CREATE TABLE ended_namespaces (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`],
]

export const hasTables = `SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'settings'`

// settings
export const readSetting = `SELECT value FROM settings WHERE key = ?`
export const writeSetting = `INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`

// objects
export const readCurrent = `
  SELECT h.revision, h.labels, h.fields, h.body
  FROM current c JOIN history h ON h.revision = c.revision
  WHERE c.resource = ? AND c.name = ? AND c.deleted = 0`
export const lastRevision = `SELECT max(revision) AS revision FROM history`
export const insertVersion = `
  INSERT INTO history (revision, resource, name, event, previous, previous_bytes, definition, labels, fields, body)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
export const movePointer = `
  INSERT INTO current (resource, name, revision, deleted) VALUES (?, ?, ?, ?)
  ON CONFLICT (resource, name) DO UPDATE SET revision = excluded.revision, deleted = excluded.deleted`
export const addToCount = `
  INSERT INTO counts (resource, live) VALUES (?, ?)
  ON CONFLICT (resource) DO UPDATE SET live = live + excluded.live`
export const readCount = `SELECT live FROM counts WHERE resource = ?`
export const resourcesWithObjects = `SELECT resource, live FROM counts WHERE live > 0 ORDER BY resource`

/** The version of each name at ?1, from name ?3 (excluded) on: the current one, or the last one not above ?1. */
export const listAt = `
  SELECT h.name, h.revision, h.labels, h.fields, h.body
  FROM current c JOIN history h ON h.revision = CASE
    WHEN c.revision <= ?1 THEN c.revision
    ELSE (SELECT max(x.revision) FROM history x WHERE x.resource = c.resource AND x.name = c.name AND x.revision <= ?1)
  END
  WHERE c.resource = ?2 AND c.name > ?3 AND h.event <> 2
  ORDER BY c.name LIMIT ?4`
/** The version of one name at ?1. */
export const readAt = `
  SELECT name, revision, labels, fields, body FROM (
    SELECT name, revision, event, labels, fields, body FROM history
    WHERE resource = ?2 AND name = ?3 AND revision <= ?1 ORDER BY revision DESC LIMIT 1)
  WHERE event <> 2`
/** How many names after ?3 exist at ?1. */
export const countAt = `
  SELECT count(*) AS live
  FROM current c JOIN history h ON h.revision = CASE
    WHEN c.revision <= ?1 THEN c.revision
    ELSE (SELECT max(x.revision) FROM history x WHERE x.resource = c.resource AND x.name = c.name AND x.revision <= ?1)
  END
  WHERE c.resource = ?2 AND c.name > ?3 AND h.event <> 2`

// watch
/** Changes of a resource above ?2 up to ?3. The text before is read only where the event shows it (a deletion). */
export const changesSince = `
  SELECT h.revision, h.name, h.event, h.previous, h.labels, h.fields, h.body,
    p.labels AS previousLabels, p.fields AS previousFields,
    CASE WHEN h.event = 2 THEN p.body END AS previousBody
  FROM history h LEFT JOIN history p ON p.revision = h.previous
  WHERE h.resource = ?1 AND h.revision > ?2 AND h.revision <= ?3
  ORDER BY h.revision LIMIT ?4`
export const readVersion = `SELECT body FROM history WHERE revision = ?`
/** The version at ?2 of each name: from `current`, so that older versions cost nothing. Null where there was none. */
export const versionsAt = `
  SELECT CASE
    WHEN c.revision <= ?2 THEN CASE WHEN c.deleted = 0 THEN c.revision END
    ELSE (SELECT max(x.revision) FROM history x WHERE x.resource = c.resource AND x.name = c.name AND x.revision <= ?2)
  END AS revision
  FROM current c WHERE c.resource = ?1`
/** Versions by their numbers, in order; as many as parameters may be bound. One that deleted its object is left out. */
export const VERSIONS_AT_ONCE = 100
export const readVersions = `
  SELECT revision, name, labels, fields, body FROM history
  WHERE revision IN (${Array(VERSIONS_AT_ONCE).fill('?').join(', ')}) AND event <> 2 ORDER BY revision`

// compaction
/** Retained changes from the floor up: each names what it superseded. */
export const changesToCompact = `
  SELECT revision, resource, name, event, previous, previous_bytes AS previousBytes FROM history
  WHERE revision > ? AND revision <= ? ORDER BY revision LIMIT ?`
export const deleteVersion = `DELETE FROM history WHERE revision = ?`
export const deleteTombstone = `DELETE FROM current WHERE resource = ? AND name = ? AND revision = ? AND deleted = 1`
export const supersededBytesSince = `
  SELECT coalesce(sum(previous_bytes), 0) AS bytes FROM history WHERE revision > ?`
/** The first retained change that superseded something: compaction is due when it is old enough. */
export const firstSuperseding = `
  SELECT revision FROM history WHERE revision > ? AND (previous IS NOT NULL OR event = 2) ORDER BY revision LIMIT 1`

// expiry
/** Current objects of a resource written at or before ?2, oldest first. */
export const currentNotAfter = `
  SELECT h.name, h.revision FROM history h
  JOIN current c ON c.resource = h.resource AND c.name = h.name AND c.revision = h.revision AND c.deleted = 0
  WHERE h.resource = ?1 AND h.revision <= ?2 ORDER BY h.revision LIMIT ?3`
export const namesOf = `SELECT name FROM current WHERE resource = ? AND name > ? AND deleted = 0 ORDER BY name LIMIT ?`

// ownership
/** Two references may name one owner. */
export const insertOwner = `
  INSERT INTO owners (owner, resource, name, blocks) VALUES (?, ?, ?, ?)
  ON CONFLICT (owner, resource, name) DO UPDATE SET blocks = max(blocks, excluded.blocks)`
export const deleteOwners = `DELETE FROM owners WHERE resource = ? AND name = ?`
export const dependentsOf = `
  SELECT resource, name FROM owners WHERE owner = ?1 AND (resource, name) > (?2, ?3) ORDER BY resource, name LIMIT ?4`
export const blockingDependentsOf = `
  SELECT resource, name FROM owners WHERE owner = ?1 AND blocks = 1 AND (resource, name) > (?2, ?3)
  ORDER BY resource, name LIMIT ?4`
export const addWaitingOwner = `INSERT OR REPLACE INTO waiting_owners (owner, resource, name) VALUES (?, ?, ?)`
export const readWaitingOwner = `SELECT resource, name FROM waiting_owners WHERE owner = ?`
export const deleteWaitingOwner = `DELETE FROM waiting_owners WHERE owner = ?`
export const registerOwnerNamespace = `INSERT OR IGNORE INTO owner_namespaces (owner, namespace) VALUES (?, ?)`
export const ownerNamespaces = `SELECT namespace FROM owner_namespaces WHERE owner = ? ORDER BY namespace`
export const deleteOwnerNamespace = `DELETE FROM owner_namespaces WHERE owner = ? AND namespace = ?`
export const deleteOwnerNamespaces = `DELETE FROM owner_namespaces WHERE owner = ?`

// namespaces that are gone, in the cluster scope
export const addEndedNamespace = `INSERT OR IGNORE INTO ended_namespaces (name) VALUES (?)`
export const readEndedNamespace = `SELECT name FROM ended_namespaces WHERE name = ?`
export const deleteEndedNamespace = `DELETE FROM ended_namespaces WHERE name = ?`
export const forgetOwnersNamespace = `DELETE FROM owner_namespaces WHERE namespace = ?`
export const anyVersion = `SELECT revision FROM history LIMIT 1`

// timers
export const setTimer = `
  INSERT INTO timers (kind, key, due) VALUES (?, ?, ?) ON CONFLICT (kind, key) DO UPDATE SET due = excluded.due`
/** One that failed waits as long as its failure says. */
export const setTimerNoLater = `
  INSERT INTO timers (kind, key, due) VALUES (?, ?, ?)
  ON CONFLICT (kind, key) DO UPDATE SET due = min(due, excluded.due) WHERE failures = 0`
export const clearTimer = `DELETE FROM timers WHERE kind = ? AND key = ?`
export const failTimer = `
  INSERT INTO timers (kind, key, due, failures) VALUES (?, ?, ?, ?)
  ON CONFLICT (kind, key) DO UPDATE SET due = excluded.due, failures = excluded.failures`
export const timerWorked = `UPDATE timers SET failures = 0 WHERE kind = ? AND key = ? AND failures > 0`
export const failingTimers = `
  SELECT kind, count(*) AS count FROM timers WHERE failures > 1 GROUP BY kind ORDER BY kind`
export const dueTimers = `
  SELECT kind, key, due, failures FROM timers WHERE kind = ? AND due <= ? ORDER BY due LIMIT ?`
export const allTimers = `SELECT kind, key, due, failures FROM timers ORDER BY due LIMIT 1000`
export const nextTimers = `SELECT key, due FROM timers WHERE kind = ? ORDER BY due LIMIT ?`

// sockets
export const writeSocketParameters = `INSERT OR REPLACE INTO socket_parameters (id, parameters) VALUES (?, ?)`
export const readSocketParameters = `SELECT parameters FROM socket_parameters WHERE id = ?`
export const deleteSocketParameters = `DELETE FROM socket_parameters WHERE id = ?`
export const anySocketParameters = `SELECT id FROM socket_parameters LIMIT 1`
export const deleteAllSocketParameters = `DELETE FROM socket_parameters`

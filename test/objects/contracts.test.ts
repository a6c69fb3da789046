import { runInDurableObject } from 'cloudflare:test'
import type { ScopeObject } from '../../src/objects/scope-object.ts'
import type { Database } from '../../src/storage/store/database.ts'
import { databaseContract } from '../contract/database-contract.ts'
import { scopeStoreContract } from '../contract/scope-store-contract.ts'
import { writeListContract } from '../contract/write-list-contract.ts'
import { absentNamespace } from './support/test-scope.ts'

const NAME = 'the storage of a Durable Object'

/** Runs `work` on the empty storage of an object of its own. */
const withDurableDatabase = (work: (db: Database) => void) =>
  runInDurableObject<ScopeObject, void>(absentNamespace().stub, ({ db }) => work(db))

databaseContract(NAME, withDurableDatabase)
scopeStoreContract(NAME, withDurableDatabase)
writeListContract(NAME, withDurableDatabase)

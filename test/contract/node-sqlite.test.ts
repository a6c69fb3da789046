import { withNodeDatabase } from '../support/node-database.ts'
import { databaseContract } from './database-contract.ts'
import { scopeStoreContract } from './scope-store-contract.ts'
import { writeListContract } from './write-list-contract.ts'

databaseContract('node:sqlite', withNodeDatabase)
scopeStoreContract('node:sqlite', withNodeDatabase)
writeListContract('node:sqlite', withNodeDatabase)

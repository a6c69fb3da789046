import { walk } from './support/walk.ts'
import { python } from './support/tools.ts'

walk('E4 ', 'the Python client', await python(), [
  'create, read, AlreadyExists, NotFound',
  'a stale replace is a conflict',
  'writers with retry lose nothing',
  'patches and apply',
  'list in pages',
  'watch from a list',
  'secrets',
  'delete a collection and the namespace',
])

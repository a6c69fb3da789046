import { walk } from './support/walk.ts'
import { java } from './support/tools.ts'

walk('E6 ', 'fabric8', await java(), [
  'create, read, AlreadyExists',
  'a stale update is a conflict',
  'edit retries',
  'patches and apply',
  'list in pages',
  'watch from a list',
  'informer',
  'delete a collection and the namespace',
])

import { walk } from './support/walk.ts'
import { clientGo, controllerRuntime } from './support/tools.ts'

walk('E1 ', 'client-go', await clientGo(), [
  'discovery',
  'namespace',
  'create, read, AlreadyExists, NotFound',
  'a stale update is a conflict',
  'retry.RetryOnConflict loses nothing',
  'patches and apply',
  'dynamic client',
  'list in pages',
  'watch from a list',
  'informer',
  'leader election',
  'delete a collection and the namespace',
])

walk('E2 ', 'controller-runtime', await controllerRuntime(), [
  'namespace',
  'manager with cache and elected leader',
  'reconcile',
  'the copy comes',
  'a change is followed',
  'a stale patch is a conflict',
  'the finalizer takes the copy away',
  'the manager ends',
])

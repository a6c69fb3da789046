import { walk } from './support/walk.ts'
import { rust } from './support/tools.ts'

walk('E5 ', 'kube-rs', await rust(), [
  'create, read, AlreadyExists, NotFound',
  'a stale replace is a conflict',
  'writers with retry lose nothing',
  'patches and apply',
  'list in pages',
  'watch from a list',
  'watcher that lists',
  'watcher with a streaming list',
  'delete a collection and the namespace',
])

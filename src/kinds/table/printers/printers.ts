import type { KubernetesObject } from '../../../wire/object.ts'
import type { Namespace } from '../../strategies/namespace.ts'
import { eventPrinter } from './event-cells.ts'
import type { Cell, Printer } from './metadata-cells.ts'

interface WithData extends KubernetesObject {
  data?: object
  binaryData?: object
  type?: string
}
interface WithHolder extends KubernetesObject {
  spec?: { holderIdentity?: string }
}

const sizeOf = (map: object | undefined) => Object.keys(map ?? {}).length

const printer = <T extends KubernetesObject>(cells: Record<string, Cell<T>>): Printer =>
  new Map(Object.entries(cells) as [string, Cell][])

/** The columns that a kind fills in its own way, by kind; a kind without any needs no entry. */
export const PRINTERS: ReadonlyMap<string, Printer> = new Map([
  ['configmaps', printer<WithData>({ Data: (o) => sizeOf(o.data) + sizeOf(o.binaryData) })],
  ['secrets', printer<WithData>({ Type: (o) => o.type ?? '', Data: (o) => sizeOf(o.data) })],
  ['namespaces', printer<Namespace>({ Status: (o) => o.status?.phase ?? '' })],
  ['leases.coordination.k8s.io', printer<WithHolder>({ Holder: (o) => o.spec?.holderIdentity ?? '' })],
  ['events', eventPrinter],
])

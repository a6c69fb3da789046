import { Header } from '../../wire/names.ts'
import { textOf, textsOf, wrong, type Fields } from './fields.ts'

/** Whom requests act as, where the one who sends them may. */
export interface Impersonation {
  user: string
  uid?: string | undefined
  groups: string[]
  extra: Record<string, string[]>
}

export function readImpersonation(user: Fields): Impersonation | undefined {
  const extra = (user['as-user-extra'] ?? {}) as Fields
  if (typeof extra !== 'object' || Array.isArray(extra)) throw wrong('as-user-extra', 'a map of lists')
  const found = {
    user: textOf(user, 'as') ?? '',
    uid: textOf(user, 'as-uid'),
    groups: textsOf(user, 'as-groups'),
    extra: Object.fromEntries(Object.keys(extra).map((key) => [key, textsOf(extra, key)])),
  }
  if (found.user !== '') return found
  if (found.uid === undefined && found.groups.length === 0 && Object.keys(extra).length === 0) return undefined
  throw new Error('the kubeconfig has as-uid, as-groups or as-user-extra without `as`: Kubernetes refuses that')
}

/** Each header with its values. */
export function impersonationHeaders({ user, uid, groups, extra }: Impersonation): Record<string, string[]> {
  const all: [string, string[]][] = [
    [Header.impersonateUser, [user]],
    [Header.impersonateUid, uid === undefined ? [] : [uid]],
    [Header.impersonateGroup, groups],
    ...Object.entries(extra).map(([key, values]): [string, string[]] => [headerOfExtra(key), values]),
  ]
  return Object.fromEntries(all.filter(([, values]) => values.length > 0).map(([name, v]) => [name, v.map(inBytes)]))
}

/** What a header's name cannot hold is written as `%XX`, as client-go does. */
const headerOfExtra = (key: string) =>
  Header.impersonateExtra + encodeURIComponent(key.toLowerCase()).replace(/[()]/g, (c) => (c === '(' ? '%28' : '%29'))

/** A header is sent byte for byte: each character of the answer stands for one byte of the text's UTF-8. */
const inBytes = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

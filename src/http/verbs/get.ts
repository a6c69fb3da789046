import { parseGetVersion } from '../../core/request/list-options.ts'
import { callerOf } from '../caller.ts'
import type { AppContext } from '../context.ts'
import { whenReached } from '../future-version.ts'
import { negotiateObject, sendObject } from '../object-response.ts'
import type { Target } from '../target.ts'

/** GET of an object (G1–G5). */
export async function get(c: AppContext, { definition, resource, namespace, name }: Target): Promise<Response> {
  const form = negotiateObject(c, definition)
  const version = parseGetVersion(c.get('query'))
  const notOlderThan = version.at === 'version' ? version.revision : undefined
  const call = { verb: 'get', resource, name, notOlderThan } as const
  const read = () => c.get('scopes').read(namespace, callerOf(c), call)
  const { body } = await whenReached(notOlderThan, c.get('env'), read)
  return sendObject(c, definition, form, body)
}

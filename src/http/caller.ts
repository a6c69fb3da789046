import type { Caller } from '../core/caller.ts'
import { defaultFieldManager, type WriteOptions } from '../core/request/write-options.ts'
import { Header } from '../wire/names.ts'
import type { AppContext } from './context.ts'

/** Who asks. What is written is theirs: the field manager is `fieldManager`, or else what the User-Agent says. */
export function callerOf(c: AppContext, options?: Pick<WriteOptions, 'fieldManager'>): Caller {
  const { name, groups } = c.get('user')
  return { user: name, groups, manager: options ? managerOf(c, options) : '' }
}

const managerOf = (c: AppContext, { fieldManager }: Pick<WriteOptions, 'fieldManager'>): string =>
  fieldManager ?? defaultFieldManager(c.req.header(Header.userAgent))

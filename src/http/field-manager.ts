import { defaultFieldManager, type WriteOptions } from '../core/request/write-options.ts'
import { Header } from '../wire/names.ts'
import type { AppContext } from './context.ts'

/** Who writes: `fieldManager`, or else what the User-Agent says. */
export const managerOf = (c: AppContext, { fieldManager }: WriteOptions): string =>
  fieldManager ?? defaultFieldManager(c.req.header(Header.userAgent))

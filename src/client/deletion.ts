import type { DeleteOptions } from './options.ts'

const DELETION = ['preconditions', 'propagation', 'gracePeriodSeconds', 'dryRun', 'signal']

/** Throws TypeError where everything would be deleted by mistake. */
export function assertMeant(options: unknown): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('deleteCollection takes options, such as { labelSelector }: one object is for delete(name)')
  for (const [name, value] of Object.entries(options)) {
    const isSelector = name === 'labelSelector' || name === 'fieldSelector'
    if (isSelector ? typeof value !== 'string' || value === '' : !DELETION.includes(name))
      throw new TypeError(
        `deleteCollection would delete everything: its ${name} ${isSelector ? 'is empty' : 'is no option'}`,
      )
  }
}

/** The DeleteOptions of Kubernetes. */
export const deleteBody = ({ preconditions, propagation, gracePeriodSeconds, dryRun }: DeleteOptions) => ({
  apiVersion: 'v1',
  kind: 'DeleteOptions',
  preconditions,
  propagationPolicy: propagation,
  gracePeriodSeconds,
  dryRun: dryRun ? ['All'] : undefined,
})

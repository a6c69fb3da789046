import { parseElement, type PathElement } from './path.ts'
import { canonicalText } from './values.ts'

/** A path as messages tell it: `.spec.ports[port=80,protocol="TCP"].name`, `.metadata.finalizers[="example.com/f"]`. */
export const formatPath = (path: readonly PathElement[]): string => path.map(formatStep).join('')

function formatStep(element: PathElement): string {
  const parsed = parseElement(element)
  switch (parsed?.step) {
    case 'field':
      return `.${parsed.name}`
    case 'key':
      return `[${parsed.keys.map(([name, value]) => `${name}=${canonicalText(value)}`).join(',')}]`
    case 'value':
      return `[=${canonicalText(parsed.value)}]`
    case 'index':
      return `[${parsed.index}]`
    case undefined:
      return ''
  }
}

import { stringify } from 'yaml'

/** YAML of a JSON text; long integers keep their digits. */
export function toYaml(json: string): string {
  const value: unknown = (JSON.parse as (text: string, reviver: Reviver) => unknown)(json, (_key, found, context) =>
    typeof found === 'number' && !Number.isSafeInteger(found) && /^-?\d+$/.test(context.source ?? '')
      ? BigInt(context.source ?? '')
      : found,
  )
  return stringify(value, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false })
}
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

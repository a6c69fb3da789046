import { isJsonObject, parseJson } from '../core/json/json.ts'
import type { FaultCommand } from '../wire/faults.ts'
import type { Json, JsonObject } from '../wire/object.ts'

/** What each fault is told beside its name: a whole number, or nothing. */
const NUMBERS: Record<FaultCommand['fault'], string | undefined> = {
  'cut-watches': undefined,
  'expire-history': undefined,
  'conflict-next': 'writes',
  delay: 'ms',
  reset: undefined,
}

/** The command, or what is wrong with it. */
export function parseFaultCommand(text: string): FaultCommand | { wrong: string } {
  const value = jsonOf(text)
  if (!isJsonObject(value)) return { wrong: 'send a command as JSON, such as {"fault":"reset"}' }
  if (!isFault(value)) return { wrong: `"fault" must be one of ${Object.keys(NUMBERS).join(', ')}` }
  const number = NUMBERS[value.fault]
  if (number !== undefined && !isCount(value[number])) return { wrong: `"${number}" must be a whole number, 0 or more` }
  return value as unknown as FaultCommand
}

const isFault = (value: JsonObject): value is JsonObject & Pick<FaultCommand, 'fault'> =>
  typeof value.fault === 'string' && Object.hasOwn(NUMBERS, value.fault)

const isCount = (value: Json | undefined) => Number.isSafeInteger(value) && (value as number) >= 0

function jsonOf(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

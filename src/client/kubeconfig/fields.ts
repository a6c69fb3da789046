export type Fields = Readonly<Record<string, unknown>>

/** Kubernetes reads an empty value as none. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** The text of a field, if it has one. Throws where it is something else: a number has lost its digits already. */
export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw wrong(name, 'a text')
  return value
}

/** The texts of a list, if there are any. */
export function textsOf(fields: Fields, name: string): string[] {
  const value = fields[name] ?? []
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) throw wrong(name, 'a list of texts')
  return value as string[]
}

export const wrong = (name: string, wanted: string) => new Error(`${name} of the kubeconfig must be ${wanted}`)

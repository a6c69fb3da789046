import { isInt64 } from '../int64.ts'
import type { LabelRequirement, LabelSelector } from './label-requirement.ts'
import { parseRequirements } from './label-selector-parser.ts'

/** Throws 400 with the parser's words. */
export const parseLabelSelector = (text: string): LabelSelector => parseRequirements(text)

export const matchesLabels = (selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean =>
  selector.every((requirement) => matches(requirement, labels))

function matches(requirement: LabelRequirement, labels: Readonly<Record<string, string>>): boolean {
  const value = Object.hasOwn(labels, requirement.key) ? labels[requirement.key] : undefined
  switch (requirement.operator) {
    case 'exists':
      return value !== undefined
    case 'absent':
      return value === undefined
    case 'in':
      return value !== undefined && requirement.values.includes(value)
    case 'notin':
      return value === undefined || !requirement.values.includes(value)
    case 'above':
    case 'below':
      return value !== undefined && compares(value, requirement)
  }
}

/** A label that is no integer of 64 bits matches neither. */
function compares(value: string, { operator, value: bound }: { operator: 'above' | 'below'; value: string }): boolean {
  if (!/^-?\d{1,63}$/.test(value)) return false
  const number = BigInt(value)
  return isInt64(number) && (operator === 'above' ? number > BigInt(bound) : number < BigInt(bound))
}

/** The canonical text: selectors that ask the same in the same words, in whatever order, give the same text. */
export const formatLabelSelector = (selector: LabelSelector): string =>
  [...new Set(selector.map(formatRequirement))].sort().join(',')

function formatRequirement(requirement: LabelRequirement): string {
  const { key, operator } = requirement
  switch (operator) {
    case 'exists':
      return key
    case 'absent':
      return `!${key}`
    case 'in':
    case 'notin':
      return formatSet(key, operator, requirement.values)
    case 'above':
      return `${key}>${requirement.value}`
    case 'below':
      return `${key}<${requirement.value}`
  }
}

const formatSet = (key: string, operator: 'in' | 'notin', values: readonly string[]) =>
  values.length === 1
    ? `${key}${operator === 'in' ? '=' : '!='}${values[0]}`
    : `${key} ${operator} (${values.join(',')})`

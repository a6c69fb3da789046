import { expect, it } from 'vitest'
import { generateName } from '../../../src/core/metadata/generate-name.ts'

const sequence = (...numbers: number[]) => {
  let i = 0
  return () => numbers[i++ % numbers.length]!
}

it('adds five characters from the whole alphabet', () => {
  expect(generateName('g-', sequence(0))).toBe('g-bbbbb')
  expect(generateName('g-', sequence(0.999999))).toBe('g-99999')
  expect(generateName('g-', sequence(0, 0.999999))).toBe('g-b9b9b')
})

it('keeps 58 characters of a long base', () => {
  const name = generateName('a'.repeat(70), sequence(0.5))
  expect(name).toMatch(/^a{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/)
})

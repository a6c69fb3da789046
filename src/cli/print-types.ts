import { readFileSync } from 'node:fs'
import { Problem } from '../local/problem.ts'
import { typesOf } from './types.ts'

const STANDARD_INPUT = 0

export const TYPES_USAGE = `types FILE
  prints TypeScript types for the CustomResourceDefinitions in a file (YAML or JSON; - reads the input),
  such as npx coxswain types crd.yaml > crd.ts`

/** `npx coxswain types FILE` */
export function printTypes(words: string[]): void {
  if (words.some((word) => word === '--help' || word === '-h')) return console.log(`npx coxswain ${TYPES_USAGE}`)
  const [file, ...more] = words
  if (file === undefined || more.length > 0)
    throw new Problem('types needs one file with CustomResourceDefinitions: npx coxswain types crd.yaml > crd.ts')
  if (/^-./.test(file))
    throw new Problem(`types has no flag ${file}: npx coxswain types --help shows what it takes (./${file} is a file)`)
  process.stdout.write(typesIn(file, readText(file)))
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? STANDARD_INPUT : file, 'utf8')
  } catch (error) {
    throw new Problem(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function typesIn(file: string, text: string): string {
  try {
    return typesOf(text)
  } catch (error) {
    throw new Problem(`${file}: ${(error as Error).message.split('\n', 1)[0]}`)
  }
}

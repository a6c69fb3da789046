import { readFileSync } from 'node:fs'
import { Problem } from '../local/problem.ts'
import { typesOf } from './types.ts'

const STANDARD_INPUT = 0

/** `npx coxswain types FILE` */
export function printTypes([file, ...more]: string[]): void {
  if (file === undefined || more.length > 0)
    throw new Problem('types needs one file with CustomResourceDefinitions: npx coxswain types crd.yaml > crd.ts')
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

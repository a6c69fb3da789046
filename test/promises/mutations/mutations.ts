import type { Mutation } from '../mutation.ts'
import { ANSWERS } from './answers.ts'
import { LIFECYCLE } from './lifecycle.ts'
import { WRITES } from './writes.ts'

/** Chooses the promises that the mutations are about. */
export const SEED = 8

export const MUTATIONS: readonly Mutation[] = [...ANSWERS, ...WRITES, ...LIFECYCLE]

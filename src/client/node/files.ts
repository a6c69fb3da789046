import { nodeModule } from './modules.ts'

/** Rejects with an Error that names the file. */
export const readText = (path: string): Promise<string> => nodeModule('node:fs/promises').readFile(path, 'utf8')

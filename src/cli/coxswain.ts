import { startFlagLines } from '../local/arguments.ts'
import { Problem, runProgram } from '../local/problem.ts'
import { runServer } from '../local/run-server.ts'
import { runBesideTestServer, TEST_SERVER_USAGE } from './test-server.ts'
import { printTypes, TYPES_USAGE } from './print-types.ts'

/** The words after `npx coxswain` that are no flags of a start. */
const COMMANDS: Record<string, (words: string[]) => Promise<void> | void> = {
  'test-server': runBesideTestServer,
  types: printTypes,
  help: () => console.log(USAGE),
  '--help': () => console.log(USAGE),
  '-h': () => console.log(USAGE),
}

const USAGE = `npx coxswain [flags]
  a server on this machine, until Ctrl-C
${startFlagLines().join('\n')}

npx coxswain ${TEST_SERVER_USAGE}

npx coxswain ${TYPES_USAGE}`

/** `npx coxswain …` */
async function main([word = '', ...words]: string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined
  if (command) return command(words)
  if (word !== '' && !word.startsWith('-'))
    throw new Problem(`there is no command "${word}"; npx coxswain --help tells which there are`)
  await runServer('npx coxswain', process.argv.slice(2))
}

await runProgram(() => main(process.argv.slice(2)))

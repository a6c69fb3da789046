import { assertNotTakenByNpm } from './arguments.ts'
import { runProgram } from './problem.ts'
import { runServer } from './run-server.ts'

/** `npm start` */
await runProgram(() => {
  assertNotTakenByNpm(process.env)
  return runServer('npm start --', process.argv.slice(2))
})

import { runProgram } from './problem.ts'
import { runServer } from './run-server.ts'

/** `npm start` */
await runProgram(() => runServer('npm start --', process.argv.slice(2)))

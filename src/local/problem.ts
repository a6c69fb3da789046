/** Something that whoever started the program can put right. Its message is one line and is printed as it stands. */
export class Problem extends Error {
  override name = 'Problem'
}

/** Runs a program's `main`; a `Problem` becomes one line on the error output and exit code 1. */
export async function runProgram(main: () => Promise<void> | void): Promise<void> {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    process.stderr.write(`coxswain: ${error.message}\n`)
    process.exitCode = 1
  }
}

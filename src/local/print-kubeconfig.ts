import { readFileSync } from 'node:fs'
import { parseFlags, requiredFlag } from './arguments.ts'
import { formatKubeconfig } from './kubeconfig.ts'
import { Problem, runProgram } from './problem.ts'
import { parseServerUrl } from './server-url.ts'

/** `npm run kubeconfig -- --server URL --token T [--ca FILE]`: prints the kubeconfig of any deployment. */
function main(): void {
  const flags = parseFlags(
    {
      server: { value: 'URL', about: 'where the deployment answers' },
      token: { value: 'T', about: 'one of its TOKENS' },
      ca: { value: 'FILE', about: 'PEM of the authority that signed its certificate' },
    },
    process.argv.slice(2),
  )
  const server = parseServerUrl(requiredFlag('server', flags.server))
  const token = requiredFlag('token', flags.token)
  process.stdout.write(formatKubeconfig({ server, token, ca: flags.ca === undefined ? undefined : readCa(flags.ca) }))
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Problem(`--ca ${file} cannot be read`)
  }
}

await runProgram(main)

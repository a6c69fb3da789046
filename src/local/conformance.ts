import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { parseFlags, requiredFlag } from './arguments.ts'
import { PROJECT_FOLDER } from './deployment.ts'
import { runProgram } from './problem.ts'
import { parseServerUrl } from './server-url.ts'

/** `npm run conformance -- --server URL --token T [--ca FILE]`: checks a server that runs elsewhere. */
async function main(): Promise<void> {
  const flags = parseFlags(
    {
      server: { value: 'URL', about: 'the server to check' },
      token: { value: 'T', about: 'of a user in system:masters' },
      ca: { value: 'FILE', about: 'PEM of the authority that signed its certificate' },
    },
    process.argv.slice(2),
  )
  const vitest = join(PROJECT_FOLDER, 'node_modules/vitest/vitest.mjs')
  const checks = spawn(process.execPath, [vitest, 'run', '--project', 'server', 'test/conformance'], {
    cwd: PROJECT_FOLDER,
    stdio: 'inherit',
    env: {
      ...process.env,
      COXSWAIN_SERVER: parseServerUrl(requiredFlag('server', flags.server)),
      COXSWAIN_TOKEN: requiredFlag('token', flags.token),
      ...(flags.ca === undefined ? {} : { NODE_EXTRA_CA_CERTS: resolve(flags.ca), COXSWAIN_CA: resolve(flags.ca) }),
    },
  })
  const [code] = (await once(checks, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}

await runProgram(main)

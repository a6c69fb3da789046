import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { QUIET_AND_OFFLINE } from './bundle.ts'
import { PROJECT_FOLDER, readDevUrl } from './deployment.ts'
import { runProgram } from './problem.ts'
import { openStateFolder } from './state-folder.ts'

/** `npm run dev`: wrangler dev, which reloads at every change, with the certificate that `npm start` uses. */
async function main(): Promise<void> {
  const { tls, caFile } = await openStateFolder(join(PROJECT_FOLDER, '.coxswain'), new Date())
  if (!existsSync(join(PROJECT_FOLDER, '.dev.vars'))) {
    console.error('There is no .dev.vars, so every request is 401: cp .dev.vars.example .dev.vars')
  }
  console.error(`For kubectl: npm run --silent kubeconfig -- --server ${readDevUrl()} --token T --ca ${caFile}`)
  const wrangler = join(PROJECT_FOLDER, 'node_modules/wrangler/bin/wrangler.js')
  const certificate = ['--https-key-path', tls.keyFile, '--https-cert-path', tls.certificateFile]
  const dev = spawn(process.execPath, [wrangler, 'dev', ...certificate, ...process.argv.slice(2)], {
    cwd: PROJECT_FOLDER,
    stdio: 'inherit',
    env: { ...process.env, ...QUIET_AND_OFFLINE },
  })
  // the terminal sends Ctrl-C to wrangler too, which ends in order
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => dev.kill(signal))
  const [code] = (await once(dev, 'exit')) as [number | null]
  process.exitCode = code ?? 0
}

await runProgram(main)

import { env } from 'cloudflare:workers'
import { onTestFinished } from 'vitest'

/** Sets a variable of the Worker for objects that start from now on, until the test is over. */
export function setVariable(name: string, value: string): void {
  const variables = env as unknown as Record<string, string | undefined>
  const before = variables[name]
  variables[name] = value
  onTestFinished(() => {
    variables[name] = before
  })
}

import { Problem } from './problem.ts'

/** A server's base URL without a slash at its end; throws a `Problem` for what is none. */
export function parseServerUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new Problem(`--server "${text}" is not a URL such as https://coxswain.example.com`)
  }
  return url.href.replace(/\/+$/, '')
}

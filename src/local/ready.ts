import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { Problem } from './problem.ts'

const READY_PATH = '/readyz'
const PATIENCE_MS = 10_000

/** Asks once whether the server answers; a `Problem` says what it answered instead. */
export async function assertReady(url: string, ca: string): Promise<void> {
  const { status, body } = await get(new URL(READY_PATH, url), ca).catch((error: Error) => {
    throw new Problem(`the server at ${url} does not answer: ${error.message}`)
  })
  if (status !== 200) throw new Problem(`the server at ${url} is not ready: ${status} ${body.split('\n', 1)[0]}`)
}

function get(url: URL, ca: string): Promise<{ status: number; body: string }> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? https.get(url, { ca, signal }) : http.get(url, { signal })
    request.once('error', reject)
    request.once('response', (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
  })
}

import http from 'node:http'
import { text } from 'node:stream/consumers'
import type { FaultCommand } from '../wire/faults.ts'

/** Tells the server at `faultsUrl` to misbehave; resolves when it does. */
export function switchFault(faultsUrl: string, command: FaultCommand): Promise<void> {
  return new Promise((resolve, reject) => {
    // not `fetch`, which tests like to replace
    const request = http.request(faultsUrl, { method: 'POST' })
    request.once('error', reject)
    request.once('response', (response) => {
      if (response.statusCode === 204) return resolve(void response.resume())
      text(response).then((body) => reject(new Error(`${command.fault}: ${response.statusCode} ${body}`)), reject)
    })
    request.end(JSON.stringify(command))
  })
}

import { expect, onTestFinished } from 'vitest'
import {
  connect,
  type ConfigMap,
  type ConnectOptions,
  type Resource,
  type WatchEvent,
  type WatchOptions,
} from '../../src/client/index.ts'
import { ClientClock } from '../support/client-clock.ts'
import { type listOf, ScriptedServer } from '../support/scripted-server.ts'

export interface Scripted {
  server: ScriptedServer
  clock: ClientClock
  configMaps: Resource<ConfigMap>
}

/** A server and a client of its own for a test, with a clock that the test moves. */
export async function scripted(options: ConnectOptions = {}): Promise<Scripted> {
  const server = await ScriptedServer.start()
  onTestFinished(() => server.stop())
  const clock = new ClientClock()
  const client = connect({ server: server.url, transport: 'http', environment: clock, ...options })
  return { server, clock, configMaps: client.resource('v1', 'configmaps', { namespace: 'x' }) }
}

/** Settles to what a promise is rejected with. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => Promise.reject(new Error(`it resolved: ${JSON.stringify(value)}`)),
    (error: unknown) => error,
  )

type Event = WatchEvent<ConfigMap>
export const briefly = ({ type, object }: Event) => `${type} ${object.metadata.name}@${object.metadata.resourceVersion}`

/** Reads a watch event by event; it ends with the test. */
export function read({ configMaps }: Scripted, options: WatchOptions<ConfigMap> = {}) {
  const events = configMaps.watch(options)[Symbol.asyncIterator]()
  onTestFinished(async () => void (await events.return?.()))
  return {
    events,
    next: async () => (await events.next()).value as Event,
    take: async (count: number) => {
      const taken: string[] = []
      while (taken.length < count) taken.push(briefly((await events.next()).value as Event))
      return taken
    },
  }
}

/** Answers the next request, which must ask for the list as it is now. */
export const untilListed = async (scene: Scripted, list: ReturnType<typeof listOf>) => {
  const exchange = await scene.server.expect('GET')
  expect([exchange.query['resourceVersion'], exchange.query['continue']]).toEqual([undefined, undefined])
  exchange.json(list)
}

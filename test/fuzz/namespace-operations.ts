import { NO_ANSWER } from './fuzz-server.ts'
import type { NamespaceGap } from './records.ts'
import { PLACES, pathOf, SHORT_LIVED } from './places.ts'
import { ask, type FuzzClient } from './world.ts'
import { releaseObject } from './write-operations.ts'

const NAMESPACES_PATH = '/api/v1/namespaces'
const PAUSE_MS = 20
const MAX_LOOKS = 1_500

/** Makes a namespace that must not exist; in a run with crashes, asks until it is certain that it does. */
export async function createNamespace(client: FuzzClient, name: string): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
    const { answer } = await ask(client, { method: 'POST', path: NAMESPACES_PATH, body })
    if (answer !== NO_ANSWER && answer.status === 201) return
    if (answer !== NO_ANSWER && look > 0 && answer.status === 409) return
    if (answer !== NO_ANSWER)
      return client.store.fault(`namespace ${name} cannot be made: ${JSON.stringify(answer.body)}`)
    await pause()
  }
  client.store.fault(`namespace ${name} could not be made`)
}

/** Deletes the short-lived namespace with all that is in it, and makes it again; others work in it meanwhile. */
export async function recreateNamespace(client: FuzzClient): Promise<void> {
  const { world, store } = client
  if (world.recreating) return
  world.recreating = true
  const gap: NamespaceGap = { scope: SHORT_LIVED, start: store.tick(), end: Infinity }
  store.gaps.push(gap)
  await ask(client, { method: 'DELETE', path: `${NAMESPACES_PATH}/${SHORT_LIVED}` })
  await untilGone(client)
  await createNamespace(client, SHORT_LIVED)
  gap.end = store.tick()
  world.recreating = false
}

async function untilGone(client: FuzzClient): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    const { answer } = await ask(client, { method: 'GET', path: `${NAMESPACES_PATH}/${SHORT_LIVED}` })
    if (answer !== NO_ANSWER && answer.status === 404) return
    if (answer !== NO_ANSWER && !answer.body.metadata.deletionTimestamp)
      await ask(client, { method: 'DELETE', path: `${NAMESPACES_PATH}/${SHORT_LIVED}` })
    await releaseAll(client)
    await pause()
  }
  client.store.fault(`namespace ${SHORT_LIVED} was not deleted`)
}

/** Takes the finalizers away that hold its objects back. */
async function releaseAll(client: FuzzClient): Promise<void> {
  for (const place of PLACES.filter(({ scope }) => scope === SHORT_LIVED)) {
    const { answer } = await ask(client, { method: 'GET', path: pathOf(place) })
    if (answer === NO_ANSWER) continue
    for (const object of answer.body.items ?? [])
      if (object.metadata.finalizers && object.metadata.deletionTimestamp) await releaseObject(client, place, object)
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

import { type FuzzAnswer, NO_ANSWER, type NoAnswer } from './fuzz-server.ts'
import type { ObjectWrite, Place, Result } from './records.ts'
import { seen, type WireObject } from './seen-object.ts'
import { COLORS, EVERYTHING, SELECTORS } from './selectors.ts'
import { kindOf, NAMES, pathOf, somePlace } from './places.ts'
import { ask, changed, type FuzzClient, newObject, nextMarker } from './world.ts'

const resultOf = (answer: FuzzAnswer | NoAnswer): { result: Result; status: number } => {
  if (answer === NO_ANSWER) return { result: 'unknown', status: 0 }
  return { result: answer.status < 300 ? 'done' : 'refused', status: answer.status }
}

interface WriteManner {
  dryRun?: boolean
  cut?: boolean
}

export async function create(client: FuzzClient, manner: WriteManner = {}): Promise<void> {
  const place = somePlace(client.random)
  const name = client.random.pick(NAMES)
  const marker = nextMarker(client)
  await writeObject(client, place, newObject(client, place, name, marker), { verb: 'create', marker, ...manner })
}

/** What an update holds: the current version, one that may be out of date, one made up, or none. */
type Held = 'current' | 'remembered' | 'made up' | 'none'

export async function update(client: FuzzClient, held: Held, manner: WriteManner = {}): Promise<void> {
  const place = somePlace(client.random)
  const name = client.random.pick(NAMES)
  const remembered = client.world.objectAt(place, name)
  const object = held === 'current' || !remembered ? await read(client, place, name) : remembered
  if (!object) return createByUpdate(client, place, name, manner)
  const marker = nextMarker(client)
  const release = client.random.chance(object.metadata.deletionTimestamp ? 0.6 : 0.1)
  const next = changed(client, place, object, marker, release)
  next.metadata.resourceVersion = versionToSend(client, object, held)
  const releases = object.metadata.finalizers !== undefined && release
  await writeObject(client, place, next, { verb: 'update', marker, releases, ...manner })
}

function versionToSend({ random }: FuzzClient, object: WireObject, held: Held): string | undefined {
  if (held === 'none') return undefined
  const version = Number(object.metadata.resourceVersion)
  return String(held === 'made up' ? version + random.pick([1, -1, 3, 4096, -4096]) : version)
}

/** A PUT of what is not there: some kinds are made by it. */
async function createByUpdate(client: FuzzClient, place: Place, name: string, manner: WriteManner): Promise<void> {
  const marker = nextMarker(client)
  const object = newObject(client, place, name, marker)
  if (kindOf(place).createdByUpdate) await writeObject(client, place, object, { verb: 'update', marker, ...manner })
}

/** Sends back what was read: nothing changes. */
export async function updateWithoutChange(client: FuzzClient): Promise<void> {
  const place = somePlace(client.random)
  const object = await read(client, place, client.random.pick(NAMES))
  if (object) await writeObject(client, place, object, { verb: 'update', marker: seen(object).marker })
}

/** Takes the finalizers away from an object that is being deleted: it goes. */
export async function releaseObject(client: FuzzClient, place: Place, object: WireObject): Promise<void> {
  const marker = nextMarker(client)
  const next = changed(client, place, object, marker, true)
  await writeObject(client, place, next, { verb: 'update', marker, releases: true })
}

/** Many large updates of one object: readers that do not read fall behind. */
export async function burst(client: FuzzClient): Promise<void> {
  const place = somePlace(client.random)
  const name = client.random.pick(NAMES)
  for (let i = 0; i < 12; i++) {
    const object = await read(client, place, name)
    if (!object) return
    const marker = nextMarker(client)
    const next = { ...changed(client, place, object, marker, false), ...kindOf(place).content(''.padEnd(120_000, 'y')) }
    await writeObject(client, place, next, { verb: 'update', marker })
  }
}

async function writeObject(
  client: FuzzClient,
  place: Place,
  object: WireObject,
  { dryRun = false, cut = false, ...write }: WriteManner & Pick<ObjectWrite, 'verb' | 'marker' | 'releases'>,
): Promise<void> {
  const { name = '', resourceVersion, uid } = object.metadata
  const isCreate = write.verb === 'create'
  const { answer, start, end } = await ask(client, {
    method: isCreate ? 'POST' : 'PUT',
    path: pathOf(place, isCreate ? undefined : name),
    query: dryRun ? { dryRun: 'All' } : {},
    body: object,
    cut,
  })
  const { result, status } = resultOf(answer)
  client.store.writes.push({
    ...place,
    ...write,
    name,
    ...(resourceVersion === undefined ? {} : { base: Number(resourceVersion) }),
    ...(uid === undefined ? {} : { uid }),
    start,
    end,
    result,
    status,
    dryRun,
    ...(answer !== NO_ANSWER && result === 'done' ? { answer: seen(answer.body) } : {}),
  })
  if (answer !== NO_ANSWER && result === 'done' && !dryRun) client.world.keep(place, answer.body)
}

export async function remove(client: FuzzClient, conditional: boolean, manner: WriteManner = {}): Promise<void> {
  const place = somePlace(client.random)
  const name = client.random.pick(NAMES)
  const known = client.world.objectAt(place, name)?.metadata
  const { dryRun = false, cut = false } = manner
  const preconditions = {
    ...(conditional && known?.uid ? { uid: known.uid } : {}),
    ...(conditional && known?.resourceVersion && client.random.chance(0.7)
      ? { resourceVersion: known.resourceVersion }
      : {}),
  }
  const { answer, start, end } = await ask(client, {
    method: 'DELETE',
    path: pathOf(place, name),
    body: { preconditions, ...(dryRun ? { dryRun: ['All'] } : {}) },
    cut,
  })
  const told = answer === NO_ANSWER || answer.status !== 200 ? {} : deletionTold(answer.body)
  const span = { start, end }
  client.store.writes.push({
    ...place,
    verb: 'delete',
    name,
    preconditions,
    ...span,
    ...resultOf(answer),
    dryRun,
    ...told,
  })
}

/** A DELETE answers with a Status that names the uid, or with the object where it is held back. */
function deletionTold(body: WireObject) {
  if (body.kind !== 'Status') return { answer: seen(body) }
  return { removedUid: (body['details'] as { uid: string }).uid }
}

export async function removeCollection(client: FuzzClient): Promise<void> {
  const place = somePlace(client.random)
  const selector = client.random.chance(0.2)
    ? EVERYTHING
    : client.random.pick(
        SELECTORS.filter(({ query }) => COLORS.some((color) => query.labelSelector === `color=${color}`)),
      )
  const { answer, start, end } = await ask(client, {
    method: 'DELETE',
    path: pathOf(place),
    query: selector.query,
  })
  const items = answer !== NO_ANSWER && answer.body.items ? { answer: answer.body.items.map(seen) } : {}
  const span = { start, end }
  client.store.writes.push({
    ...place,
    verb: 'delete collection',
    selector,
    ...span,
    ...resultOf(answer),
    dryRun: false,
    ...items,
  })
}

/** Reads an object, as any client before it writes. */
export async function read(client: FuzzClient, place: Place, name: string): Promise<WireObject | undefined> {
  const { answer, start, end } = await ask(client, { method: 'GET', path: pathOf(place, name) })
  if (answer === NO_ANSWER) return undefined
  const { status, body } = answer
  if (status !== 200 && status !== 404) client.store.fault(`GET of ${pathOf(place, name)} answered ${status}`)
  const found = status === 200 ? { found: seen(body) } : {}
  client.store.gets.push({ ...place, name, start, end, ...found })
  if (status !== 200) return undefined
  client.world.keep(place, body)
  return body
}

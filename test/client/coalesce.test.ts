import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConfigMap, Stored, WatchChange } from '../../src/client/index.ts'
import { coalesce } from '../../src/client/watch/coalesce.ts'
import { Mailbox } from '../../src/client/watch/mailbox.ts'
import { stored } from '../support/scripted-server.ts'

type Change = WatchChange<ConfigMap>

/** `ADDED a@5`, or `ADDED a@5 uid`. */
function change(text: string): Change {
  const [type, object = '', uid] = text.split(' ')
  return { type: type as Change['type'], object: stored(object, {}, uid) as Stored<ConfigMap> }
}
const briefly = ({ type, object }: Change) => `${type} ${object.metadata.name}@${object.metadata.resourceVersion}`

describe('changes that wait', () => {
  it.for([
    [
      ['ADDED a@1', 'MODIFIED b@2', 'MODIFIED a@3', 'MODIFIED b@4', 'DELETED b@5'],
      ['ADDED a@3', 'DELETED b@5'],
    ],
    [['ADDED a@1', 'DELETED a@2'], []],
    [['DELETED a@1', 'ADDED a@2'], ['MODIFIED a@2']],
    [
      ['DELETED a@1 old', 'ADDED a@2 new'],
      ['DELETED a@1', 'ADDED a@2'],
    ],
    [['DELETED a@1 old', 'ADDED a@2 new', 'DELETED a@3 new'], ['DELETED a@1']],
    [
      ['MODIFIED a@1', 'MODIFIED b@2', 'MODIFIED a@3'],
      ['MODIFIED b@2', 'MODIFIED a@3'],
    ],
  ])('X16 are joined: %j → %j', ([changes, expected]) => {
    expect(coalesce((changes ?? []).map(change)).map(briefly)).toEqual(expected)
  })

  it('X16 leave a follower with the same objects, joined or not', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean(), fc.boolean()), { maxLength: 40 })
    fc.assert(
      fc.property(steps, fc.nat(40), (all, taken) => {
        const changes = history(all)
        const before = follow(new Map(), changes.slice(0, taken))
        const joined = coalesce(changes.slice(taken))
        expect(follow(new Map(before), joined)).toEqual(follow(new Map(before), changes.slice(taken)))
        expect(new Set(joined.map(({ object }) => object.metadata.uid)).size).toBe(joined.length)
      }),
    )
  })
})

/** Changes that can happen one after the other. */
function history(steps: [name: string, isDeletion: boolean, isNewUid: boolean][]): Change[] {
  const uids = new Map<string, string>()
  const used = new Map<string, string>()
  return steps.flatMap(([name, isDeletion, isNewUid], i) => {
    const known = uids.get(name)
    if (isDeletion && known === undefined) return []
    const uid = known ?? (isNewUid ? `${name}${i}` : (used.get(name) ?? name))
    used.set(name, uid)
    if (isDeletion) uids.delete(name)
    else uids.set(name, uid)
    return [change(`${isDeletion ? 'DELETED' : known ? 'MODIFIED' : 'ADDED'} ${name}@${i + 1} ${uid}`)]
  })
}

/** Takes changes in as a reader would, who trusts what their types say. */
function follow(objects: Map<string, string>, changes: Change[]): Map<string, string> {
  for (const { type, object } of changes) {
    const { uid, resourceVersion } = object.metadata
    expect(objects.has(uid)).toBe(type !== 'ADDED')
    if (type === 'DELETED') objects.delete(uid)
    else objects.set(uid, resourceVersion)
  }
  return objects
}

describe('a mailbox', () => {
  const putMany = (mailbox: Mailbox<ConfigMap>, count: number, size = 1) => {
    for (let i = 0; i < count; i++) mailbox.put(change(`${i === 0 ? 'ADDED' : 'MODIFIED'} a@${i}`), size)
  }
  const take = async (mailbox: Mailbox<ConfigMap>) => (await mailbox.take()).value

  it('X16 gives every change to a reader who keeps up', async () => {
    const mailbox = new Mailbox<ConfigMap>()
    putMany(mailbox, 1000)
    for (let i = 0; i < 1000; i++) expect((await take(mailbox))?.object.metadata.resourceVersion).toBe(`${i}`)
  })

  it('X16 gives the newest state, and says so, beyond a thousand changes', async () => {
    const mailbox = new Mailbox<ConfigMap>()
    putMany(mailbox, 1001)
    const event = await take(mailbox)
    expect([event && briefly(event), event?.skipped]).toEqual(['ADDED a@1000', 1000])
    mailbox.put(change('MODIFIED a@1001'), 1)
    expect((await take(mailbox))?.skipped).toBeUndefined()
  })

  it('X16 joins less that is large', async () => {
    const mailbox = new Mailbox<ConfigMap>()
    putMany(mailbox, 12, 800_000)
    const event = await take(mailbox)
    expect([event && briefly(event), event?.skipped]).toEqual(['ADDED a@10', 10])
    expect((await take(mailbox))?.object.metadata.resourceVersion).toBe('11')
  })

  it('X16 tells at the next change of an object that came and went unseen', async () => {
    const mailbox = new Mailbox<ConfigMap>()
    putMany(mailbox, 1000)
    mailbox.put(change('DELETED a@1000'), 1)
    const next = mailbox.take()
    mailbox.put(change('ADDED b@1001'), 1)
    expect((await next).value?.skipped).toBe(1001)
  })

  it('X14 hands out what waits before it ends, and the error once', async () => {
    const mailbox = new Mailbox<ConfigMap>()
    putMany(mailbox, 1)
    mailbox.end(new Error('why'))
    expect((await mailbox.take()).done).toBe(false)
    await expect(mailbox.take()).rejects.toThrow('why')
    expect(await mailbox.take()).toEqual({ value: undefined, done: true })
  })

  it('X15 hands out nothing once it is closed', async () => {
    const mailbox = new Mailbox<ConfigMap>()
    putMany(mailbox, 2)
    const waiting = [mailbox.take(), mailbox.take(), mailbox.take()]
    mailbox.close()
    putMany(mailbox, 2)
    expect((await Promise.all(waiting)).map(({ done }) => done)).toEqual([false, false, true])
    expect((await mailbox.take()).done).toBe(true)
  })
})

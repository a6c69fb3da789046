import { expect, it } from 'vitest'
import type { Revision } from '../../../src/core/revision.ts'
import { ResourceMarks } from '../../../src/objects/watch/loop/resource-marks.ts'

const at = (n: number) => n as Revision
const change = (resource: string, name = 'a') => ({ resource, name })

it('publishing marks the watches of the resource and of the name, and no others', () => {
  const marks = new ResourceMarks<string>(at(10))
  marks.add('maps', 'configmaps', undefined)
  marks.add('map a', 'configmaps', 'a')
  marks.add('map b', 'configmaps', 'b')
  marks.add('secrets', 'secrets', undefined)
  marks.publish([change('configmaps'), change('configmaps')], at(12))
  expect([...marks.take()]).toEqual(['maps', 'map a'])
  expect(marks.isDue).toBe(false)
})

it('idle watches stand at what was published, until their own resource changes', () => {
  const marks = new ResourceMarks<string>(at(10))
  const mark = marks.add('maps', 'configmaps', undefined)
  marks.publish([change('secrets')], at(12))
  expect(marks.quietSince(mark)).toBe(12)
  marks.publish([change('configmaps')], at(14))
  marks.publish([change('secrets')], at(16))
  marks.publish([change('configmaps')], at(18))
  expect(marks.quietSince(mark), 'not moved before they were served').toBe(12)
  for (const _ of marks.take()) expect(marks.quietSince(mark)).toBe(12)
  expect(marks.quietSince(mark)).toBe(18)
})

it('what is published while the watches are gone through makes them due again, from where they stood', () => {
  const marks = new ResourceMarks<string>(at(10))
  const mark = marks.add('one', 'configmaps', undefined)
  marks.add('two', 'configmaps', undefined)
  marks.publish([change('configmaps')], at(12))
  for (const watch of marks.take()) if (watch === 'two') marks.publish([change('configmaps')], at(14))
  expect([mark.state, marks.quietSince(mark)]).toEqual(['due', 10])
  expect([...marks.take()]).toEqual(['one', 'two'])
  expect([mark.state, marks.quietSince(mark)]).toEqual(['quiet', 14])
})

it('a pass that is broken off leaves nothing marked for ever', () => {
  const marks = new ResourceMarks<string>(at(10))
  const mark = marks.add('one', 'configmaps', undefined)
  marks.publish([change('configmaps')], at(12))
  for (const _ of marks.take()) break
  expect(mark.state).toBe('quiet')
})

it('a mark goes with its last watch', () => {
  const marks = new ResourceMarks<string>(at(10))
  const mark = marks.add('one', 'configmaps', 'a')
  marks.remove('one', mark)
  marks.publish([change('configmaps')], at(12))
  expect(marks.isDue).toBe(false)
})

it('publishing costs the same with 10,000 idle watches', () => {
  const marks = new ResourceMarks<number>(at(0))
  const touched = { sets: 0 }
  for (let i = 0; i < 10_000; i++) {
    const { watches } = marks.add(i, 'configmaps', undefined)
    if (i > 0) continue
    const iterate = watches[Symbol.iterator].bind(watches)
    watches[Symbol.iterator] = () => {
      touched.sets++
      return iterate()
    }
  }
  for (let i = 1; i <= 100; i++) marks.publish([change('configmaps')], at(i * 2))
  expect(touched.sets, 'nobody was gone through').toBe(0)
})

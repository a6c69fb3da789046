import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { postponedAreas, scenarios } from './catalogue.ts'
import { loadRecordings, perform } from './perform.ts'

const recordings = await loadRecordings()

describe('recordings of a real API server', () => {
  const box = useBlackBox({ UNCONDITIONAL_UPDATE: 'allow' })

  for (const scenario of scenarios) {
    const title = scenario.postponed ? `${scenario.id} (postponed: ${scenario.postponed})` : scenario.id
    it.skipIf(scenario.postponed !== undefined)(title, async () => {
      const recorded = recordings.get(scenario.id)
      expect(recorded, 'a recording of this name').toBeDefined()
      expect(await perform(scenario, box.client, recorded!)).toEqual([])
    })
  }
})

describe('the catalogue of scenarios', () => {
  it('tells every recording, or says why not yet', () => {
    const told = new Set(scenarios.map((scenario) => scenario.id))
    const areaOf = (id: string) => id.slice(0, id.indexOf(': '))
    const untold = [...recordings.keys()].filter((id) => !told.has(id) && !Object.hasOwn(postponedAreas, areaOf(id)))
    expect(untold).toEqual([])
  })
})

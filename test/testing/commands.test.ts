import { afterEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../src/testing/index.ts'

describe('a command to the faults', () => {
  let server: TestServer
  afterEach(() => server.stop())

  it('Z9 that is none is refused with what is wrong with it, without a line in the log', async () => {
    const log: string[] = []
    server = await startTestServer({ onLog: (line) => log.push(line) })
    const command = async (body: string) => {
      const answer = await fetch(server.faultsUrl, { method: 'POST', body })
      return [answer.status, await answer.text()]
    }
    for (const body of ['', '{', 'null', '[]', '"reset"', '\u{0}'])
      expect([body, ...(await command(body))]).toEqual([body, 400, expect.stringContaining('as JSON')])
    for (const body of ['{}', '{"fault":"toString"}', '{"fault":1}', '{"fault":["reset"]}'])
      expect([body, ...(await command(body))]).toEqual([
        body,
        400,
        expect.stringContaining('must be one of cut-watches'),
      ])
    for (const count of ['', '"1"', '-1', '0.5', '1e400', 'null', '[1]'].map((value) => value && `,"writes":${value}`))
      expect(await command(`{"fault":"conflict-next"${count}}`)).toEqual([400, expect.stringContaining('"writes"')])
    expect(await command('{"fault":"delay","ms":"soon"}')).toEqual([400, expect.stringContaining('"ms"')])
    expect(await command('{"fault":"reset"}')).toEqual([204, ''])
    expect(log).toEqual([])
  })
})

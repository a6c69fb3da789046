import { describe, expect, it } from 'vitest'
import { ownServerOnly, useBlackBox } from '../support/black-box.ts'
import { exchangeBytes, requestHead, sendAndCut, sendFrames } from '../support/raw-connection.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const HOST = 'Host: 127.0.0.1'
const UPLOAD = ['Content-Type: application/json', 'Transfer-Encoding: chunked']

describe.skipIf(ownServerOnly)('a request that is broken', () => {
  const box = useBlackBox()
  const authorization = () => `Authorization: Bearer ${box.server.token}`
  const ask = (line: string, headers: string[], body = '') =>
    exchangeBytes(box.server.port, requestHead(line, [...headers, authorization()]) + body)
  const isWell = async () => {
    for (let n = 0; n < 20; n++) expect((await box.client.get('/readyz')).status).toBe(200)
    expect(box.server.log).toEqual([])
  }

  it.each([
    ['an escape that is none', ['Host: %zz']],
    ['a second one', ['Host: a', 'Host: b']],
    ['a blank in it', ['Host: a b']],
    ['a port that is none', ['Host: a:99999']],
    ['an address that is none', ['Host: 256.256.256.256']],
    ['a path in it', ['Host: a/api/v1/namespaces/default/secrets?x=']],
    ['a user in it', ['Host: user:password@a']],
  ])('B20 by a Host with %s is a 400', async (_what, hosts) => {
    for (const path of [MAPS, `${MAPS}?limit=1`, '/api', '/openapi/v3/api/v1?hash=0', '/healthz', '/nowhere', '/']) {
      const { status, text } = await ask(`GET ${path}`, hosts)
      expect([path, status, text]).toEqual([path, 400, expect.stringContaining('"reason":"BadRequest"')])
      expect(text).toMatch(/audit-id: /i)
    }
    await isWell()
  })

  it('B20 by a chunk that is none is a 400', async () => {
    for (const chunks of ['zz\r\n{}\r\n0\r\n\r\n', '2\r\n{}xx0\r\n\r\n']) {
      const { status } = await ask(`POST ${MAPS}`, [HOST, ...UPLOAD], chunks)
      expect(status).toBe(400)
    }
    await isWell()
  })

  it('B20 by the end of an upload writes nothing into the log', async () => {
    const beginnings = [
      requestHead(`POST ${MAPS}`, [HOST, authorization(), ...UPLOAD]) + '40\r\n{"metadata":',
      requestHead(`PUT ${MAPS}/a`, [HOST, authorization(), 'Content-Length: 1000']) + '{"metadata":',
      requestHead(`PATCH ${MAPS}/a`, [HOST, authorization(), 'Content-Length: 5000000']) + '{"metadata":',
    ]
    await Promise.all(Array.from({ length: 51 }, (_, n) => sendAndCut(box.server.port, beginnings[n % 3]!)))
    await isWell()
  })

  it('K14 by the frames of its socket writes nothing into the log', async () => {
    const frames = {
      'reserved bits': [0xf1, 0x81, 0, 0, 0, 0, 1],
      'an opcode that is none': [0x83, 0x81, 0, 0, 0, 0, 1],
      'a continuation of nothing': [0x80, 0x81, 0, 0, 0, 0, 1],
      'a control frame in fragments': [0x09, 0x81, 0, 0, 0, 0, 1],
      'a beginning within a message': [0x01, 0x81, 0, 0, 0, 0, 1, 0x81, 0x81, 0, 0, 0, 0, 1],
      'more than a message may have': [0x82, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      'a close without a code': [0x88, 0x81, 0, 0, 0, 0, 1],
    }
    for (let round = 0; round < 3; round++)
      for (const bytes of Object.values(frames))
        await sendFrames(box.server.port, `${MAPS}?watch=true`, authorization(), Buffer.from(bytes))
    await isWell()
  })

  it('B20 by a method that asks for a tunnel gets none', async () => {
    for (const target of ['elsewhere.example:443', '/', MAPS]) {
      const { text } = await exchangeBytes(box.server.port, requestHead(`CONNECT ${target}`, [HOST, authorization()]))
      expect(text).not.toContain('kind')
    }
    await isWell()
  })
})

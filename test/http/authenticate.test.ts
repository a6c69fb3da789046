import { describe, expect, it } from 'vitest'
import { bearerToken, createAuthenticator, parseTokens, socketProtocols } from '../../src/http/authenticate.ts'
import { SettingError } from '../../src/core/server-settings.ts'
import { refusalOf } from '../support/refusal.ts'
import '../support/worker-platform.ts'

const asked = (headers: Record<string, string> = {}) => new Request('https://server.example/', { headers })
const withToken = (token: string) => asked({ Authorization: `Bearer ${token}` })
const SOCKET = 'base64url.bearer.authorization.k8s.io.'
const offering = (...protocols: string[]) =>
  asked({ Upgrade: 'WebSocket', 'Sec-WebSocket-Protocol': protocols.join(', ') })

describe('TOKENS', () => {
  it('hold token, user and groups, one a line', () => {
    const text = '\n# comment\nt1,admin,system:masters|devs\r\n t2 , somebody , \nt3,alone\n'
    const read = parseTokens(text).map(({ token, user }) => [new TextDecoder().decode(token), user])
    expect(read).toEqual([
      ['t1', { name: 'admin', groups: ['system:masters', 'devs', 'system:authenticated'] }],
      ['t2', { name: 'somebody', groups: ['system:authenticated'] }],
      ['t3', { name: 'alone', groups: ['system:authenticated'] }],
    ])
  })

  it.each(['secret', ',nobody,', 'secret,,group'])(
    'are refused with a line that is none, which is not shown: %j',
    (line) => {
      const read = () => parseTokens(`t1,admin,\n${line}`)
      expect(read).toThrow(SettingError)
      expect(read).toThrow('setting TOKENS is "… (line 2)": it must be token,user,group|group on each line')
      expect(read).not.toThrow(line)
    },
  )
})

describe('who asks', () => {
  const authenticate = createAuthenticator({ tokens: 'secret,admin,system:masters\nsecretly,other,', open: false })

  it('A1 is nobody without a token, and with credentials that are no token', () => {
    const anonymous = { name: 'system:anonymous', groups: ['system:unauthenticated'] }
    for (const headers of [{}, { Authorization: 'Basic YTpi' }, { Authorization: 'Bearer a b' }])
      expect(authenticate(asked(headers as Record<string, string>))).toEqual(anonymous)
  })

  it('A2 is told by the whole token alone', () => {
    expect(authenticate(withToken('secret')).name).toBe('admin')
    expect(authenticate(withToken('secretly')).name).toBe('other')
    for (const token of ['secre', 'secret1', 'Secret', 'secretsecret', 'secrets', 'x', '__proto__'])
      expect(refusalOf(() => authenticate(withToken(token)))).toMatchObject({
        code: 401,
        reason: 'Unauthorized',
        message: 'Unauthorized',
      })
  })

  it('A5 is refused where nothing is configured', () => {
    const closed = createAuthenticator({ tokens: '# none\n', open: false })
    for (const request of [asked(), withToken('secret')]) expect(refusalOf(() => closed(request))?.code).toBe(401)
  })

  it('A7 is not told by any other header', () => {
    const request = asked({ 'X-Remote-User': 'admin', 'Impersonate-User': 'admin', 'X-Remote-Group': 'system:masters' })
    expect(authenticate(request).name).toBe('system:anonymous')
  })

  it('may do all in open mode', () => {
    const open = createAuthenticator({ tokens: '', open: true })
    expect(open(asked()).groups).toContain('system:masters')
  })
})

describe('a token in the subprotocols of a socket', () => {
  it.each(['secret', 'a/b+c=?', '~~~~'])('K3 %j is decoded', (token) => {
    const encoded = btoa(token).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    const request = offering('coxswain.v1', SOCKET + encoded)
    expect(bearerToken(request)).toBe(token)
    expect(socketProtocols(request)).toEqual(['coxswain.v1', SOCKET + encoded])
  })

  it('K3 that cannot be decoded is one that nobody has', () => {
    expect(bearerToken(offering('coxswain.v1', `${SOCKET}!`))).toBe('')
    const authenticate = createAuthenticator({ tokens: 'secret,admin,', open: false })
    for (const encoded of ['!', ''])
      expect(refusalOf(() => authenticate(offering('coxswain.v1', SOCKET + encoded)))?.code).toBe(401)
  })

  it('K3 counts in the handshake of a socket alone', () => {
    const authenticate = createAuthenticator({ tokens: 'secret,admin,', open: false })
    const headers = { 'Sec-WebSocket-Protocol': `coxswain.v1, ${SOCKET}${btoa('secret')}` }
    const request = (method: string, upgrade: Record<string, string>) =>
      new Request('https://server.example/', { method, headers: { ...headers, ...upgrade } })
    expect(authenticate(request('GET', { Upgrade: 'websocket' })).name).toBe('admin')
    for (const refused of [
      request('GET', {}),
      request('GET', { Upgrade: 'h2c' }),
      request('POST', { Upgrade: 'websocket' }),
    ])
      expect(authenticate(refused).name).toBe('system:anonymous')
  })

  it('counts only where the header has none', () => {
    const encoded = btoa('other').replaceAll('=', '')
    const headers = { Authorization: 'Bearer secret', 'Sec-WebSocket-Protocol': SOCKET + encoded }
    expect(bearerToken(asked(headers))).toBe('secret')
  })
})

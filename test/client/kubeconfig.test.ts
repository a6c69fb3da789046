import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { connect, readKubeconfig } from '../../src/client/index.ts'
import { parseSimpleYaml } from '../../src/client/kubeconfig/simple-yaml.ts'
import { formatKubeconfig } from '../../src/local/kubeconfig.ts'

const KUBECTL = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: LS0t
    server: https://10.0.0.1:6443   # the first
  name: one
- cluster:
    server: 'https://two''s.example:6443/base'
  name: "two"
contexts:
- context:
    cluster: one
    namespace: team
    user: ann
  name: ann@one
-   context: # indented further
      cluster: two
      user: bob
    name: bob@two
current-context: ann@one
kind: Config
preferences: {}
users:
- name: ann
  user:
    token: "a\\u0062c"
- name: bob
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1
      args:
      - token
      - --cluster=two
      command: get-token
      env: null
      provideClusterInfo: false
`

describe('a kubeconfig', () => {
  it('X18 in the YAML of kubectl is read context by context', () => {
    expect(readKubeconfig(KUBECTL)).toEqual({
      server: 'https://10.0.0.1:6443',
      token: 'abc',
      namespace: 'team',
      certificateAuthorityData: 'LS0t',
      otherCredentials: [],
      otherTransport: [],
    })
    expect(readKubeconfig(KUBECTL, 'bob@two')).toMatchObject({
      server: "https://two's.example:6443/base",
      token: undefined,
      otherCredentials: ['exec'],
    })
    expect(parseSimpleYaml(KUBECTL)).toEqual(parse(KUBECTL))
  })

  it.for([{ token: 't: "x"' }, { token: 't', ca: 'pem' }, {}])('X18 of Coxswain is read: %j', (options) => {
    const text = formatKubeconfig({ server: 'http://127.0.0.1:1', ...options })
    const access = readKubeconfig(text)
    expect([access.server, access.token, access.namespace]).toEqual(['http://127.0.0.1:1', options.token, 'default'])
    expect(access.certificateAuthorityData).toBe(options.ca && 'cGVt')
    expect(readKubeconfig(JSON.stringify(parse(text)))).toEqual(access)
    expect(readKubeconfig(parse(text) as object)).toEqual(access)
  })

  it.for([
    ['a: 1\nb: &x 2', /line 2 /],
    ['a:\n  b: 1\n c: 2', /line 3 /],
    ['a: {b: 1}', /line 1 /],
    ['just text', /line 1 /],
    ['- a\n- *b', /line 2 /],
  ] as const)('X18 in other YAML is refused, and the line is named: %j', ([text, problem]) => {
    expect(() => parseSimpleYaml(text)).toThrow(problem)
  })

  it.for([
    ['{}', 'the kubeconfig has no context that is current'],
    ['{"contexts":{"a":1},"current-context":"a"}', 'the kubeconfig has no context "a"'],
    ['{"contexts":[null,{"name":"a"}],"current-context":"a"}', 'the kubeconfig has no cluster in its context'],
    [
      '{"contexts":[{"name":"a","context":"b"}],"current-context":"a"}',
      'the context "a" of the kubeconfig must be a map',
    ],
    ['{"current-context":1}', 'current-context of the kubeconfig must be a text'],
    ['{"current-context":"a"}', 'the kubeconfig has no context "a"'],
    [
      '{"current-context":"a","contexts":[{"name":"a","context":{"cluster":"c"}}]}',
      'the kubeconfig has no cluster "c"',
    ],
  ])('X18 that lacks something says so: %s', ([text, problem]) => {
    expect(() => readKubeconfig(text ?? '')).toThrow(problem)
  })

  it('X18 makes a client, unless it asks for credentials that a client does not have', () => {
    const client = connect({ kubeconfig: KUBECTL })
    expect([client.server, client.namespace]).toEqual(['https://10.0.0.1:6443', 'team'])
    expect(() => connect({ kubeconfig: KUBECTL, context: 'bob@two' })).toThrow(/authenticates by exec/)
    expect(connect({ kubeconfig: KUBECTL, context: 'bob@two', token: 't' }).server).toBe(
      "https://two's.example:6443/base",
    )
    expect(() => connect({})).toThrow(/needs a server/)
  })
})

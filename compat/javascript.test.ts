import {
  KubeConfig,
  CoreV1Api,
  KubernetesObjectApi,
  PatchStrategy,
  Watch,
  makeInformer,
  ApiException,
  type V1ConfigMap,
} from '@kubernetes/client-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uniqueName } from '../test/support/sandbox.ts'
import { startServer, type TestServer } from '../test/support/server.ts'

/** The code and reason of a refusal. */
async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiException)) throw new Error(`a refusal was expected, not ${String(error)}`)
  return `${error.code} ${(JSON.parse(error.body as string) as { reason: string }).reason}`
}

describe('@kubernetes/client-node', () => {
  let server: TestServer
  let config: KubeConfig
  let core: CoreV1Api
  const namespace = uniqueName('compat')

  beforeAll(async () => {
    server = await startServer({ tls: true })
    config = new KubeConfig()
    config.loadFromFile(server.kubeconfigPath)
    core = config.makeApiClient(CoreV1Api)
    await core.createNamespace({ body: { metadata: { name: namespace } } })
  })
  afterAll(() => server.stop())

  const create = (name: string, data: Record<string, string> = {}) =>
    core.createNamespacedConfigMap({ namespace, body: { metadata: { name }, data } })

  it('E3 creates, reads, and tells AlreadyExists, NotFound and Conflict apart', async () => {
    const made = await create('game', { level: '1' })
    expect(await core.readNamespacedConfigMap({ namespace, name: 'game' })).toEqual(made)
    expect(await refusal(create('game'))).toBe('409 AlreadyExists')
    expect(await refusal(core.readNamespacedConfigMap({ namespace, name: 'none' }))).toBe('404 NotFound')
    await core.replaceNamespacedConfigMap({ namespace, name: 'game', body: { ...made, data: { level: '2' } } })
    const stale = core.replaceNamespacedConfigMap({ namespace, name: 'game', body: { ...made, data: { level: '0' } } })
    expect(await refusal(stale)).toBe('409 Conflict')
  })

  it('E3 patches and applies', async () => {
    const objects = KubernetesObjectApi.makeApiClient(config)
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'patched', namespace }, data: { a: '1' } }
    await objects.create(body)
    const { data } = (await objects.patch(
      { ...body, data: { b: '2' } },
      undefined,
      undefined,
      'js',
      true,
      PatchStrategy.ServerSideApply,
    )) as V1ConfigMap
    expect(data).toEqual({ a: '1', b: '2' })
  })

  it('E3 watches from a list and follows with an informer', async () => {
    const list = await core.listNamespacedConfigMap({ namespace })
    await create('between')
    const seen: string[] = []
    const both = Promise.withResolvers<void>()
    const request = await new Watch(config).watch(
      `/api/v1/namespaces/${namespace}/configmaps`,
      { resourceVersion: list.metadata?.resourceVersion },
      (type: string, object: V1ConfigMap) => {
        if (seen.push(`${type} ${object.metadata?.name}`) === 2) both.resolve()
      },
      (error: unknown) => both.reject(error instanceof Error ? error : new Error('the watch ended')),
    )
    await core.deleteNamespacedConfigMap({ namespace, name: 'between' })
    await both.promise
    request.abort()
    expect(seen).toEqual(['ADDED between', 'DELETED between'])

    const informer = makeInformer<V1ConfigMap>(config, `/api/v1/namespaces/${namespace}/configmaps`, () =>
      core.listNamespacedConfigMap({ namespace }),
    )
    const added = Promise.withResolvers<string>()
    informer.on('add', ({ metadata }) => metadata?.name === 'late' && added.resolve('late'))
    await informer.start()
    await create('late')
    expect(await added.promise).toBe('late')
    await informer.stop()
  })
})

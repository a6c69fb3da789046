import { configMap, namesIn, withData } from '../../support/objects.ts'
import { type ApiBody, outline, scenariosOf } from '../scenario.ts'
import type { Stage } from '../stage.ts'

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const PARTIAL = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io'
const PARTIAL_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'

/** `c0`, `c1`, … with a label that tells odd from even; not written down. */
async function fill({ unseen }: Stage, count: number): Promise<ApiBody[]> {
  const created: ApiBody[] = []
  for (let i = 0; i < count; i++) {
    const labels = { parity: i % 2 === 1 ? 'odd' : 'even', i: String(i) }
    created.push((await unseen.post('configmaps', configMap(`c${i}`, { i: String(i) }, { labels }))).body)
  }
  return created
}

const show = outline
const withContent = (body: ApiBody) => ({ ...outline(body), data: body.items?.map((item) => item.data) })

/** The third cell is an age. */
const withoutAges = (body: ApiBody) => body.rows?.map((row) => ({ ...row, cells: row.cells.slice(0, 2) }))
const tableRows = (body: ApiBody) => ({ ...body, columnDefinitions: undefined, rows: withoutAges(body) })
const tableWithColumns = (body: ApiBody) => ({
  ...body,
  columnDefinitions: body.columnDefinitions?.map(({ description: _description, ...column }) => column),
  rows: withoutAges(body),
})

export const list = scenariosOf('list', {
  'list of an empty collection': async ({ seen }) => {
    await seen.get('configmaps')
  },
  'list items carry no kind of their own, in name order': async ({ seen, unseen }) => {
    for (const name of ['b', 'a']) await unseen.post('configmaps', configMap(name, { k: '1' }))
    await seen.get('configmaps')
  },
  'list with resourceVersion 0 and unset': async (stage) => {
    await fill(stage, 2)
    for (const resourceVersion of ['0', '']) await stage.seen.get('configmaps', { resourceVersion }, { show })
  },
  'list in pages': async (stage) => {
    await fill(stage, 5)
    const page = async (token?: string) => {
      const query = { limit: 2, ...(token === undefined ? {} : { continue: token }) }
      return (await stage.seen.get('configmaps', query, { show })).body.metadata
    }
    const one = await page()
    const two = await page(one.continue)
    await page(two.continue)
    stage.note('one snapshot', one.resourceVersion === two.resourceVersion)
  },
  'pages show the state of the first page': async (stage) => {
    const created = await fill(stage, 4)
    const one = await stage.seen.get('configmaps', { limit: 2 }, { show })
    await stage.unseen.delete('configmaps/c3')
    await stage.unseen.post('configmaps', configMap('c9'))
    await stage.unseen.put('configmaps/c2', withData(created[2]!, { i: 'changed' }))
    const rest = { limit: 10, continue: one.body.metadata.continue! }
    await stage.seen.get('configmaps', rest, { show: withContent })
  },
  'a page with a selector gives no remaining count': async (stage) => {
    await fill(stage, 6)
    const query = { limit: 2, labelSelector: 'parity=even' }
    const one = await stage.seen.get('configmaps', query, { show })
    await stage.seen.get('configmaps', { ...query, continue: one.body.metadata.continue! }, { show })
  },
  'list at an exact version': async (stage) => {
    const { seen, unseen } = stage
    const created = await fill(stage, 3)
    const at = await stage.listVersion()
    await unseen.delete('configmaps/c0')
    await unseen.put('configmaps/c1', withData(created[1]!, { i: 'changed' }))
    await unseen.post('configmaps', configMap('c7'))
    const exact = { resourceVersion: at, resourceVersionMatch: 'Exact' }
    const { body } = await seen.get('configmaps', exact, { show: withContent })
    stage.note('the list carries that version', body.metadata.resourceVersion === at)
    await seen.get('configmaps', { resourceVersion: at, resourceVersionMatch: 'NotOlderThan' }, { show })
    await seen.get('configmaps', { resourceVersion: at }, { show })
    const namesAndReason = (page: ApiBody) => ({ names: namesIn(page), reason: page.reason })
    await seen.get('configmaps', { resourceVersion: at, limit: 2 }, { show: namesAndReason })
  },
  'resourceVersionMatch rules that are refused': async ({ seen }) => {
    await seen.get('configmaps', { resourceVersionMatch: 'Exact' })
    await seen.get('configmaps', { resourceVersionMatch: 'NotOlderThan' })
    await seen.get('configmaps', { resourceVersion: '0', resourceVersionMatch: 'Exact' })
    await seen.get('configmaps', { resourceVersion: '1', resourceVersionMatch: 'Sometimes' })
  },
  'list parameters that are not what they should be': async ({ seen }) => {
    await seen.get('configmaps', { resourceVersion: 'abc' })
    for (const limit of ['many', '-1']) await seen.get('configmaps', { limit })
    await seen.get('configmaps', { continue: 'not-a-token' })
    for (const labelSelector of ['a in b', '!!']) await seen.get('configmaps', { labelSelector })
    for (const fieldSelector of ['data.k=1', 'metadata.name']) await seen.get('configmaps', { fieldSelector })
  },
  'list at a version that does not exist yet': async (stage) => {
    const ahead = String(BigInt(await stage.listVersion()) + 10n ** 12n)
    const withoutNumbers = (body: ApiBody) => ({ ...body, message: undefined })
    await stage.seen.get('configmaps', { resourceVersion: ahead }, { show: withoutNumbers })
  },
  'label selectors': async (stage) => {
    await fill(stage, 4)
    await stage.unseen.post('configmaps', configMap('plain'))
    const equality = ['parity=odd', 'parity==odd', 'parity!=odd']
    const sets = ['parity in (odd,even)', 'parity notin (odd)', 'parity', '!parity']
    const others = ['parity=odd,i=1', 'i in (0,3),parity', 'parity=', ' parity = odd ', 'i>1', 'i<2']
    for (const labelSelector of [...equality, ...sets, ...others])
      await stage.seen.get('configmaps', { labelSelector }, { show })
  },
  'field selectors': async (stage) => {
    await fill(stage, 3)
    const byName = ['metadata.name=c1', 'metadata.name!=c1']
    const byNamespace = [`metadata.namespace=${stage.namespace}`, 'metadata.namespace=elsewhere']
    const others = ['metadata.name=c1,metadata.namespace!=x', 'metadata.name==c2']
    for (const fieldSelector of [...byName, ...byNamespace, ...others])
      await stage.seen.get('configmaps', { fieldSelector }, { show })
  },
  'get with a version': async ({ seen }) => {
    const { body } = await seen.post('configmaps', configMap('a', { k: '1' }))
    for (const resourceVersion of ['0', body.metadata.resourceVersion!])
      await seen.get('configmaps/a', { resourceVersion }, { show: false })
    await seen.get('configmaps/a', { resourceVersion: 'abc' })
  },
  'get of a missing object': async ({ seen }) => {
    await seen.get('configmaps/none')
  },
  'delete of a collection': async (stage) => {
    await fill(stage, 5)
    for (const query of [{ labelSelector: 'parity=odd' }, {}]) {
      await stage.seen.delete('configmaps', undefined, { query, show })
      await stage.seen.get('configmaps', {}, { show })
    }
  },
  'list as a table': async (stage) => {
    await fill(stage, 2)
    const accept = `${TABLE},application/json`
    await stage.seen.get('configmaps', {}, { headers: { accept }, show: tableWithColumns })
    for (const includeObject of ['None', 'Object'])
      await stage.seen.get('configmaps/c0', { includeObject }, { headers: { accept: TABLE }, show: tableRows })
  },
  'list as partial metadata': async (stage) => {
    await fill(stage, 2)
    await stage.seen.get('configmaps', {}, { headers: { accept: `${PARTIAL_LIST},application/json` } })
    await stage.seen.get('configmaps/c0', {}, { headers: { accept: `${PARTIAL},application/json` } })
  },
  'accept headers': { postponed: 'JSON is answered wherever the Accept header allows it; the recording has protobuf' },
})

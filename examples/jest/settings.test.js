const { startTestServer } = require('coxswain/testing')
const { openSettings } = require('./settings.js')

let server, configMaps, settings

beforeAll(async () => {
  server = await startTestServer()
  configMaps = server.client.resource('v1', 'configmaps', { namespace: 'default' })
})
beforeEach(async () => {
  await server.reset()
  await configMaps.create({ metadata: { name: 'site' }, data: { theme: 'light' } })
  settings = await openSettings(server.client, 'site')
})
afterEach(() => settings.close())
afterAll(() => server.stop())

async function setTheme(theme) {
  const { metadata } = await configMaps.mergePatch('site', { data: { theme } }, { unconditional: true })
  await settings.reached(metadata.resourceVersion)
}

test('are there from the start', () => {
  expect(settings.get('theme')).toBe('light')
})

test('follow a change', async () => {
  await setTheme('dark')
  expect(settings.get('theme')).toBe('dark')
})

test('follow a change that was made while the connection was broken', async () => {
  await server.cutWatches()
  await setTheme('dark')
  expect(settings.get('theme')).toBe('dark')
})

test('follow a change even when the server has forgotten what came between', async () => {
  await server.expireHistory()
  await server.cutWatches()
  await setTheme('dark')
  expect(settings.get('theme')).toBe('dark')
})

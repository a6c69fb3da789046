import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { startTestServer } from 'coxswain/testing'

const TYPES = { html: 'text/html', js: 'text/javascript', json: 'application/json' }

/** Serves the page on 127.0.0.1, and a server whose API that page may call. */
export async function serve(port = 0) {
  const pages = createServer()
  await new Promise((listening) => pages.listen(port, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${pages.address().port}`
  const server = await startTestServer({ settings: { CORS_ORIGINS: url } })
  const file = (name) => readFile(new URL(name, import.meta.url))
  const content = {
    '/': () => file('index.html'),
    '/page.js': () => file('page.js'),
    '/coxswain/client.js': () => readFile(fileURLToPath(import.meta.resolve('coxswain/client'))),
    '/access.json': () => JSON.stringify({ server: server.url, token: server.token }),
  }
  pages.on('request', async ({ url: path }, response) => {
    if (!Object.hasOwn(content, path)) return response.writeHead(404).end()
    const type = TYPES[path.split('.').at(1) ?? 'html']
    response.writeHead(200, { 'Content-Type': type }).end(await content[path]())
  })
  const stop = async () => {
    pages.close()
    pages.closeAllConnections()
    await server.stop()
  }
  return { url, server, stop }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url, server } = await serve()
  const counters = server.client.resource('v1', 'configmaps', { namespace: 'default' })
  await counters.create({ metadata: { name: 'visits' }, data: { count: '0' } })
  console.log(`open ${url}; Ctrl-C ends it`)
}

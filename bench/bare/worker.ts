import { Hono, type Context } from 'hono'
import type { BareObject } from './bare-object.ts'

export { BareObject } from './bare-object.ts'

interface Bindings {
  OBJECTS: DurableObjectNamespace<BareObject>
}

type Call = Context<{ Bindings: Bindings }>

/** `each` runs a transaction per call, `grouped` takes waiting writes together; each mode has its own object. */
function objectOf(call: Call): DurableObjectStub<BareObject> {
  return call.env.OBJECTS.get(call.env.OBJECTS.idFromName(call.req.param('mode') ?? ''))
}

function textOf(version: number, text: string): Response {
  return new Response(text, { headers: { 'Content-Type': 'text/plain', ETag: `"${version}"` } })
}

const app = new Hono<{ Bindings: Bindings }>()

/** What the router alone costs: the ceiling of the load generator and the runtime together. */
app.get('/hello', () => new Response('hello'))

app.put('/:mode/objects/:key', async (call) => {
  const text = await call.req.text()
  const expected = Number(call.req.query('version') ?? 0)
  const grouped = call.req.param('mode') === 'grouped'
  const result = await objectOf(call).replace(grouped, call.req.param('key'), expected, text)
  if (!result.written) return new Response(`the version is ${result.version}`, { status: 409 })
  return textOf(result.version, text)
})

app.get('/:mode/objects/:key', async (call) => {
  const found = await objectOf(call).read(call.req.param('key'))
  return found === undefined ? new Response('not found', { status: 404 }) : textOf(found.version, found.text)
})

app.get('/:mode/objects', async (call) => new Response(await objectOf(call).list()))

app.get('/:mode/watch', (call) => objectOf(call).fetch(call.req.raw))

export default app

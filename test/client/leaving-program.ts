/** A program that watches the server named by its parameter, and ends by itself when it stops. */
import { connect } from '../../src/client/index.ts'

const [server = '', token] = process.argv.slice(2)
const client = connect({ server, token })
const configMaps = client.resource('v1', 'configmaps', { namespace: 'default' })
const informer = configMaps.informer()
await informer.synced
for await (const { object } of configMaps.watch()) {
  console.log(object.metadata.name)
  break
}
await informer.stop()

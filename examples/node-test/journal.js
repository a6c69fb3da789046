/** Tells what becomes of the ConfigMaps of a namespace, a line a change, until the signal is aborted. */
export async function* journal(client, signal) {
  const configMaps = client.resource('v1', 'configmaps', { namespace: 'default' })
  for await (const { type, object } of configMaps.watch({ signal })) yield `${type} ${object.metadata.name}`
}

/** Settings that are always at hand: a copy of a ConfigMap that follows every change. */
async function openSettings(client, name) {
  const informer = client.resource('v1', 'configmaps', { namespace: 'default' }).informer({
    fieldSelector: `metadata.name=${name}`,
  })
  await informer.synced
  return {
    get: (key) => informer.get(name)?.data?.[key],
    /** Resolves when a change with this version is at hand. */
    reached: (version) => informer.reached(version),
    close: () => informer.stop(),
  }
}

module.exports = { openSettings }

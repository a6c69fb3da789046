import { connect } from 'coxswain/client'

const { server, token } = await (await fetch('/access.json')).json()
const counters = connect({ server, token }).resource('v1', 'configmaps', { namespace: 'default' })
const list = document.getElementById('counters')
const message = document.getElementById('message')

/** Counts one up, whoever else does so: on a conflict the change is made again on what is there then. */
async function increment(name) {
  let tries = 0
  await counters.updateWithRetry(name, (counter) => {
    tries++
    return { ...counter, data: { count: String(Number(counter.data?.count ?? 0) + 1) } }
  })
  message.textContent = `${name} counted in ${tries} ${tries === 1 ? 'try' : 'tries'}`
}

function show({ metadata: { name }, data }) {
  const row = document.getElementById(name) ?? list.appendChild(newRow(name))
  row.querySelector('output').textContent = data?.count ?? '0'
}

function newRow(name) {
  const row = Object.assign(document.createElement('li'), { id: name })
  const button = Object.assign(document.createElement('button'), { textContent: '+1', onclick: () => increment(name) })
  row.append(`${name}: `, document.createElement('output'), ' ', button)
  return row
}

// what is there, then every change, over a WebSocket that comes back by itself
for await (const { type, object } of counters.watch()) {
  if (type === 'DELETED') document.getElementById(object.metadata.name)?.remove()
  else show(object)
}

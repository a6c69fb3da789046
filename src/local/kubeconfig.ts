export interface KubeconfigOptions {
  server: string
  /** Left out for a server that asks for none. */
  token?: string | undefined
  /** PEM of the authority that signed the server's certificate; left out where the system knows it. */
  ca?: string | undefined
}

/** The text of a kubeconfig whose one context, `coxswain`, is that server. */
export function formatKubeconfig({ server, token, ca }: KubeconfigOptions): string {
  // a JSON string is a YAML string
  const cluster = [`server: ${JSON.stringify(server)}`]
  if (ca !== undefined) cluster.push(`certificate-authority-data: ${Buffer.from(ca).toString('base64')}`)
  const user = token === undefined ? '{}' : `\n      token: ${JSON.stringify(token)}`
  return `apiVersion: v1
kind: Config
clusters:
  - name: coxswain
    cluster:
      ${cluster.join('\n      ')}
users:
  - name: coxswain
    user: ${user}
contexts:
  - name: coxswain
    context:
      cluster: coxswain
      user: coxswain
      namespace: default
current-context: coxswain
`.replace('user: \n', 'user:\n')
}

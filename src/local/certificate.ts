import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'

/** A server's key pair and the authority that vouches for it, all PEM. */
export interface ServerCertificate {
  key: string
  certificate: string
  ca: string
}

/** Some clients refuse a server certificate that is valid for longer. */
const VALID_DAYS = 825
const RENEW_DAYS = 30
const DAY_MS = 86_400_000

/**
 * A certificate for this machine's loopback names, signed by an authority made for it alone, whose key is forgotten.
 * Two certificates, because strict clients (kube-rs) refuse an authority that serves its own. Each authority has a name
 * of its own: a client that trusts several looks for the right one by name.
 */
export async function makeServerCertificate(now: Date): Promise<ServerCertificate> {
  // a day of grace: clocks of containers and virtual machines differ a little
  const validity = {
    notBeforeDate: new Date(now.getTime() - DAY_MS),
    notAfterDate: new Date(now.getTime() + (VALID_DAYS - 1) * DAY_MS),
  }
  const algorithm = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const
  const authority = await generate(
    [{ name: 'commonName', value: `Coxswain local authority ${randomBytes(8).toString('hex')}` }],
    {
      ...validity,
      ...algorithm,
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ],
    },
  )
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...validity,
    ...algorithm,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  })
  return { key: server.private, certificate: server.cert, ca: authority.cert }
}

/** True where the three belong together and stand for a while yet. */
export function isUsableCertificate({ key, certificate, ca }: ServerCertificate, now: Date): boolean {
  try {
    const server = new X509Certificate(certificate)
    const authority = new X509Certificate(ca)
    const isOurs = server.checkPrivateKey(createPrivateKey(key)) && server.verify(authority.publicKey)
    return isOurs && Date.parse(server.validTo) > now.getTime() + RENEW_DAYS * DAY_MS
  } catch {
    return false
  }
}

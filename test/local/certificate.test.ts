import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isUsableCertificate, makeServerCertificate } from '../../src/local/certificate.ts'

const NOW = new Date('2026-11-29T12:00:00Z')
const daysLater = (days: number) => new Date(NOW.getTime() + days * 86_400_000)

describe('the certificate of a local server', async () => {
  const made = await makeServerCertificate(NOW)
  const server = new X509Certificate(made.certificate)
  const authority = new X509Certificate(made.ca)

  it('is no authority itself and is signed with SHA-256 by one, as strict clients want it', () => {
    expect(server.ca).toBe(false)
    expect(authority.ca).toBe(true)
    expect(server.verify(authority.publicKey)).toBe(true)
    expect(server.checkIssued(authority)).toBe(true)
    expect(server.signatureAlgorithm).toBe('ecdsa-with-SHA256')
  })

  it('has an authority whose name no other has, so that a client may trust several', async () => {
    const other = new X509Certificate((await makeServerCertificate(NOW)).ca)
    expect(authority.subject).toMatch(/^CN=Coxswain local authority [0-9a-f]{16}$/)
    expect(other.subject).not.toBe(authority.subject)
  })

  it('stands for the names of loopback', () => {
    expect(server.checkHost('localhost')).toBe('localhost')
    expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1')
    expect(server.checkIP('::1')).toBe('::1')
    expect(server.checkHost('example.com')).toBeUndefined()
  })

  it('is used until it is about to end', () => {
    expect(isUsableCertificate(made, NOW)).toBe(true)
    expect(isUsableCertificate(made, daysLater(790))).toBe(true)
    expect(isUsableCertificate(made, daysLater(800))).toBe(false)
  })

  it('is not used where the three files do not belong together', async () => {
    const other = await makeServerCertificate(NOW)
    expect(isUsableCertificate({ ...made, key: other.key }, NOW)).toBe(false)
    expect(isUsableCertificate({ ...made, ca: other.ca }, NOW)).toBe(false)
    expect(isUsableCertificate({ ...made, certificate: 'cut off' }, NOW)).toBe(false)
    expect(isUsableCertificate({ key: '', certificate: '', ca: '' }, NOW)).toBe(false)
  })
})

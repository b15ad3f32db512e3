import { webcrypto } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { KeyAndCertificate } from '#server/https/certificates.ts'
import { makeFolder } from '#server/make-folder.ts'
import { nameConstraints, nameConstraintsId, permittedBy, type ServerAddresses } from './name-constraints.ts'

const dayMs = 86_400_000
const authorityDays = 3650
/** Phones refuse certificates valid for more than two years, and browsers will soon allow less. */
const certificateDays = 90
const renewDaysBeforeExpiry = 30

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

type LocalAuthority = {
  /** PEM, for phones to install. */
  certificate: string
  /** SHA-256 in upper case with colons, as phones display it. */
  fingerprint: string
  /** Returns the stored certificate if it covers these addresses and is not about to expire; otherwise a new one. */
  certificateFor: (addresses: ServerAddresses, now: number) => Promise<KeyAndCertificate>
}

type X509 = typeof import('@peculiar/x509')

/** Opens or creates the certificate authority in this folder. Its key never leaves the folder. */
export async function openLocalAuthority(
  folder: string,
  addresses: ServerAddresses,
  now: number,
): Promise<LocalAuthority> {
  polyfillReflectMetadata()
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(crypto)
  await makeFolder(folder, 0o700)
  const stored = await readPair(folder, 'authority')
  const { certificate, key } =
    stored ?? (await storePair(folder, 'authority', await newAuthority(x509, addresses, now)))
  const issuer = new x509.X509Certificate(certificate)
  const digest = Buffer.from(await issuer.getThumbprint('SHA-256')).toString('hex')
  return {
    certificate,
    fingerprint: digest.toUpperCase().replaceAll(/..(?=.)/g, '$&:'),
    async certificateFor(serverAddresses, now) {
      const addresses = permittedBy(
        new Uint8Array(issuer.getExtension(nameConstraintsId)?.value ?? []),
        serverAddresses,
      )
      const current = await readPair(folder, 'server')
      const isUsableNow = current !== null && isUsable(x509, current.certificate, issuer, addresses, now)
      const pair = isUsableNow
        ? current
        : await storePair(folder, 'server', await newCertificate(x509, { issuer, key }, addresses, now))
      return { key: Buffer.from(pair.key), cert: Buffer.from(pair.certificate + certificate) }
    },
  }
}

type Pair = { certificate: string; key: string }

async function readPair(folder: string, name: string): Promise<Pair | null> {
  try {
    const text = await readFile(path.join(folder, `${name}.pem`), 'utf8')
    const [key, certificate] = text.split(/(?=-----BEGIN CERTIFICATE)/)
    return certificate === undefined ? null : { key: key!, certificate }
  } catch {
    return null
  }
}

/** Stores both in one file, so that key and certificate always match. */
async function storePair(folder: string, name: string, pair: Pair): Promise<Pair> {
  const draft = path.join(folder, `${name}.draft`)
  await writeFile(draft, `${pair.key}${pair.certificate}`, { mode: 0o600 })
  await rename(draft, path.join(folder, `${name}.pem`))
  return pair
}

async function newAuthority(x509: X509, addresses: ServerAddresses, now: number): Promise<Pair> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=Fanlight of ${addresses.names.at(1) ?? 'this office'}, O=Fanlight`,
    keys,
    signingAlgorithm: algorithm,
    ...validity(now, authorityDays),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      new x509.Extension(nameConstraintsId, true, nameConstraints(addresses)),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return pairOf(certificate, keys.privateKey)
}

type Issuer = { issuer: InstanceType<X509['X509Certificate']>; key: string }

async function newCertificate(
  x509: X509,
  { issuer, key }: Issuer,
  addresses: ServerAddresses,
  now: number,
): Promise<Pair> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const signingKey = await webcrypto.subtle.importKey('pkcs8', derOf(key), algorithm, false, ['sign'])
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=Fanlight`,
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    ...validity(now, certificateDays),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(alternativesOf(addresses)),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return pairOf(certificate, keys.privateKey)
}

function alternativesOf({ names, addresses }: ServerAddresses): { type: 'dns' | 'ip'; value: string }[] {
  return [
    ...names.map((value) => ({ type: 'dns' as const, value })),
    ...addresses.map((value) => ({ type: 'ip' as const, value })),
  ]
}

/** Begins a day earlier, for devices whose clock is up to a day slow. */
function validity(now: number, days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now - dayMs), notAfter: new Date(now + days * dayMs) }
}

function isUsable(
  x509: X509,
  text: string,
  issuer: Issuer['issuer'],
  addresses: ServerAddresses,
  now: number,
): boolean {
  const certificate = new x509.X509Certificate(text)
  const [from, until] = [
    certificate.notBefore.getTime(),
    certificate.notAfter.getTime() - renewDaysBeforeExpiry * dayMs,
  ]
  const alternatives = certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.items ?? []
  const covered = new Set(alternatives.map(({ type, value }) => `${type} ${value}`))
  return (
    certificate.issuer === issuer.subject &&
    from < now &&
    now < until &&
    alternativesOf(addresses).every(({ type, value }) => covered.has(`${type} ${value}`))
  )
}

async function pairOf(certificate: { toString(format: 'pem'): string }, key: webcrypto.CryptoKey): Promise<Pair> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64')
  const lines = der.replaceAll(/.{64}(?=.)/g, '$&\n')
  return {
    certificate: `${certificate.toString('pem')}\n`,
    key: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`,
  }
}

function derOf(pem: string): Buffer {
  return Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
}

type Reflection = {
  getMetadata?: unknown
  getOwnMetadata?: unknown
  defineMetadata?: unknown
}

/** Adds to `Reflect` the functions of the reflect-metadata package that @peculiar/x509 needs for its dependency injection. */
function polyfillReflectMetadata(): void {
  const metadata = new WeakMap<object, Map<unknown, unknown>>()
  const read = (key: unknown, target: object) => metadata.get(target)?.get(key)
  const reflection = Reflect as Reflection
  reflection.getMetadata ??= read
  reflection.getOwnMetadata ??= read
  reflection.defineMetadata ??= (key: unknown, value: unknown, target: object) => {
    metadata.set(target, (metadata.get(target) ?? new Map<unknown, unknown>()).set(key, value))
  }
}

import os from 'node:os'
import path from 'node:path'
import type { RequestListener } from 'node:http'
import { renderUnicodeCompact } from 'uqr'
import type { Config } from '#server/config.ts'
import type { Certificates } from '#server/https/certificates.ts'
import { makeNamedFolder } from '#server/make-folder.ts'
import { openLocalAuthority } from './local-authority.ts'
import type { ServerAddresses } from './name-constraints.ts'
import { trustPage } from './trust-page.ts'

/** `plainHttp` answers requests that arrive over HTTP, not HTTPS. `fingerprint`: of the certificate that phones must trust. */
type Sharing = { certificates: Certificates; plainHttp: RequestListener; fingerprint: string }

/** For a server without a certificate: opens or creates a local authority, and a page that explains how to trust it. */
export async function shareWithOwnAuthority({ dataDir, publicOrigin }: Config): Promise<Sharing> {
  await makeNamedFolder('DATA_DIR', dataDir)
  const authority = await openLocalAuthority(path.join(dataDir, 'tls'), currentAddresses(publicOrigin), Date.now())
  return {
    // Reads the addresses each time, because they change when the machine joins another network.
    certificates: () => authority.certificateFor(currentAddresses(publicOrigin), Date.now()),
    plainHttp: trustPage(authority),
    fingerprint: authority.fingerprint,
  }
}

function currentAddresses(publicOrigin: string | undefined): ServerAddresses {
  const host = publicOrigin === undefined ? [] : [new URL(publicOrigin).hostname]
  const isAddress = (name: string) => /^[\d.]+$/.test(name)
  return {
    names: [...hostNames(), ...host.filter((name) => !isAddress(name))],
    addresses: ['127.0.0.1', ...lanAddresses(), ...host.filter(isAddress)],
  }
}

/** Returns the origin at which phones in the same network reach the server; undefined without a network. */
export function originForPhones(port: number): string | undefined {
  const [first] = lanAddresses()
  return first === undefined ? undefined : `https://${first}:${port}`
}

/** Returns the lines printed at the start: the addresses for phones, a QR code, and the `fingerprint` of a local authority to compare. */
export function phoneInstructions(
  port: number,
  { isHttps, fingerprint }: { isHttps: boolean; fingerprint: string | undefined },
): string[] {
  // With a local authority, phones first open the page on how to trust it, which is on plain HTTP.
  const addresses = lanAddresses().map(
    (address) => `${fingerprint === undefined && isHttps ? 'https' : 'http'}://${address}:${port}`,
  )
  const [first] = addresses
  if (first === undefined) return ['This computer is not connected to a network that phones can join.']
  if (!isHttps)
    return [`In your network: ${addresses.join(', ')}. Installing and working offline need HTTPS: npm run share`]
  return [
    `On phones and tablets in the same network, scan this or type ${first}`,
    renderUnicodeCompact(first),
    ...(addresses.length > 1 ? [`If that does not open, try ${addresses.slice(1).join(', ')}`] : []),
    ...(fingerprint === undefined ? [] : [`Fingerprint of the certificate to trust there: ${fingerprint}`]),
  ]
}

/** Returns this machine's IPv4 addresses, those of private networks first. */
function lanAddresses(interfaces = os.networkInterfaces()): string[] {
  const addresses = Object.values(interfaces).flatMap((some = []) =>
    some.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  )
  const isPrivate = (address: string) => /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(address)
  return [...new Set(addresses)].sort((one, other) => Number(isPrivate(other)) - Number(isPrivate(one)))
}

/** Returns `localhost` and the names by which other machines may find this one, if the network resolves names. */
function hostNames(): string[] {
  const name = os.hostname().toLowerCase()
  return ['localhost', ...(/^[a-z\d.-]+$/.test(name) ? [name, `${name.replace(/\.local$/, '')}.local`] : [])]
}

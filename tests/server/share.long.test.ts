import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import path from 'node:path'
import tls from 'node:tls'
import { expect, test, vi } from 'vitest'
import { openLocalAuthority } from '#server/share/local-authority.ts'
import { anyDatabase } from '#tests/support/databases.ts'
import { serverProcesses } from '#tests/support/server-process.ts'

const processes = serverProcesses()
const reach = { names: ['localhost', 'office', 'office.local'], addresses: ['127.0.0.1', '192.168.1.20'] }
const day = 86_400_000

type Answer = { status: number; text: string; headers: http.IncomingHttpHeaders }

/** Trusts only `ca`, like a phone that has installed it, and never this machine's own list. */
function get(address: string, ca?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const hear = (response: http.IncomingMessage) => {
      let text = ''
      response.on('data', (piece: Buffer) => (text += piece.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
    }
    const asking = address.startsWith('https') ? https.get(address, { ca: ca ?? [] }, hear) : http.get(address, hear)
    asking.on('error', reject)
  })
}

async function startSharing(environment: Record<string, string> = {}, words = ['share']) {
  const database = await processes.databaseOf(anyDatabase)
  const child = processes.run({ ...database, PORT: '0', HOST: '127.0.0.1', ...environment }, words)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => (printed += piece.toString()))
  const port = await vi.waitUntil(() => /Fanlight is at https:\/\/localhost:(\d+)/.exec(printed)?.[1], 30_000)
  return { host: `127.0.0.1:${port}`, printed: () => printed, child }
}

test('a shared server offers its certificate over plain HTTP, and HTTPS works once it is installed', async () => {
  const { host, printed } = await startSharing()
  const page = await get(`http://${host}/clients?page=2`)
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  for (const words of ['Certificate Trust Settings', 'Install a certificate', `https://${host}/`]) {
    expect(page.text).toContain(words)
  }
  const [fingerprint] = /([\dA-F]{2}:){31}[\dA-F]{2}/.exec(page.text) ?? []
  await expect.poll(printed).toContain(`Fingerprint of the certificate to trust there: ${fingerprint}`)
  expect(printed()).toMatch(/█/)
  const offered = await get(`http://${host}/fanlight-authority.crt`)
  expect(offered.headers['content-type']).toBe('application/x-x509-ca-cert')
  await expect(get(`https://${host}/healthz`)).rejects.toThrow(/self-signed|unable to verify|local issuer/)
  expect((await get(`https://${host}/healthz`, offered.text)).status).toBe(200)
})

test('an existing certificate is neither recreated nor lost at the next start', async () => {
  const folder = path.join(processes.folder(), 'tls')
  const now = Date.parse('2026-11-24T12:00:00Z')
  const authority = await openLocalAuthority(folder, reach, now)
  const first = await authority.certificateFor(reach, now)
  const again = await openLocalAuthority(folder, reach, now + 50 * day)
  expect(again.fingerprint).toBe(authority.fingerprint)
  expect(await again.certificateFor(reach, now + 50 * day)).toEqual(first)
})

test('a certificate is renewed a month before it ends, and when the machine has another address', async () => {
  const now = Date.parse('2026-11-24T12:00:00Z')
  const authority = await openLocalAuthority(path.join(processes.folder(), 'tls'), reach, now)
  const endOf = ({ cert }: { cert: Buffer }) => Date.parse(new X509Certificate(cert).validTo)
  const first = await authority.certificateFor(reach, now)
  expect(endOf(first)).toBe(now + 90 * day)
  const moved = await authority.certificateFor({ ...reach, addresses: ['127.0.0.1', '10.0.0.7'] }, now)
  expect(new X509Certificate(moved.cert).subjectAltName).toContain('10.0.0.7')
  const renewed = await authority.certificateFor(reach, now + 61 * day)
  expect(endOf(renewed)).toBe(now + 151 * day)
})

test('the local authority cannot vouch for other websites', async () => {
  const folder = path.join(processes.folder(), 'tls')
  const authority = await openLocalAuthority(folder, reach, Date.now())
  // Requested names beyond its own are left out.
  const { cert } = await authority.certificateFor({ ...reach, names: ['office', 'example.com'] }, Date.now())
  expect(new X509Certificate(cert).subjectAltName).not.toContain('example.com')
  // A thief of its key would sign with another program.
  const forged = forge(path.join(folder, 'authority.pem'), 'example.com')
  expect(await verdict(forged, authority.certificate, 'example.com')).toContain('permitted subtree violation')
  expect(await verdict(forge(path.join(folder, 'authority.pem'), 'office'), authority.certificate, 'office')).toBe(
    'trusted',
  )
})

test('a replaced certificate is used without a restart, and plain HTTP is redirected to HTTPS', async () => {
  const [certFile, keyFile] = ['cert.pem', 'key.pem'].map((name) => path.join(processes.folder(), name))
  const write = async (name: string) => {
    const authority = await openLocalAuthority(path.join(processes.folder(), name), reach, Date.now())
    const { key, cert } = await authority.certificateFor(reach, Date.now())
    await writeFile(keyFile!, key)
    await writeFile(certFile!, cert)
    return authority.certificate
  }
  const first = await write('first')
  const given = { TLS_CERT: certFile!, TLS_KEY: keyFile! }
  const { host } = await startSharing(given, ['serve'])
  expect((await get(`https://${host}/healthz`, first)).status).toBe(200)
  const led = await get(`http://${host}/clients?page=2`)
  expect([led.status, led.headers.location]).toEqual([308, `https://${host}/clients?page=2`])
  const second = await write('second')
  await vi.waitFor(async () => expect((await get(`https://${host}/healthz`, second)).status).toBe(200), 15_000)
})

function forge(authorityFile: string, name: string): { key: string; cert: string } {
  const [key, request, cert] = ['forged.key', 'forged.csr', 'forged.crt'].map((file) =>
    path.join(processes.folder(), file),
  )
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'pipe' })
  openssl(
    'req',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    key!,
    '-out',
    request!,
    '-subj',
    `/CN=${name}`,
    '-addext',
    `subjectAltName=DNS:${name}`,
  )
  openssl(
    'x509',
    '-req',
    '-in',
    request!,
    '-CA',
    authorityFile,
    '-CAkey',
    authorityFile,
    '-copy_extensions',
    'copy',
    '-days',
    '5',
    '-out',
    cert!,
  )
  return { key: readFileSync(key!, 'utf8'), cert: readFileSync(cert!, 'utf8') }
}

/** The result of a TLS handshake with a device that trusts the authority. */
async function verdict(pair: { key: string; cert: string }, ca: string, servername: string): Promise<string> {
  const server = tls.createServer(pair, (socket) => socket.end()).on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const said = await new Promise<string>((resolve) => {
    const socket = tls.connect({ port, host: '127.0.0.1', servername, ca }, () => resolve('trusted'))
    socket.on('error', ({ message }) => resolve(message)).on('close', () => server.close())
    socket.resume()
  })
  server.close()
  return said
}

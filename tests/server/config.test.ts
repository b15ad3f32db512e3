import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

test('without settings, the server runs on this machine, with the embedded database in ./data', () => {
  expect(readConfig({})).toEqual({
    port: 4173,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: undefined,
    publicOrigin: undefined,
    tls: undefined,
    objectStore: undefined,
    logLevel: 'info',
    trustProxy: false,
    registration: 'open',
    acceptsAnyHost: false,
  })
})

test('an empty setting counts as none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(readConfig({}))
})

test('every wrong setting is refused in one line that begins with its name', () => {
  const wrong: [string, string, Record<string, string>?][] = [
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['PUBLIC_ORIGIN', 'agents.example.com'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_TOKEN', 'short'],
    ['REGISTRATION', 'perhaps'],
    ['TRUST_PROXY', 'perhaps'],
    ['TLS_KEY', '', { TLS_CERT: 'cert.pem' }],
    ['TLS_CERT', '', { TLS_KEY: 'key.pem' }],
    ['S3_ENDPOINT', 'not an address'],
    ['OSRM_URL', 'roads.example.com'],
    ['GEOCODER', 'google', { GEOCODER_URL: 'https://maps.example.com' }],
    ['GEOCODER_URL', 'maps.example.com', { GEOCODER: 'photon' }],
    ['GEOCODER_URL', '', { GEOCODER: 'photon' }],
    ['GEOCODER', '', { GEOCODER_URL: 'https://maps.example.com' }],
    ['SMTP_URL', 'mail.example.com'],
    ['MAIL_FROM', 'Fanlight'],
    ['PUBLIC_ORIGIN', '', { SMTP_URL: 'smtp://localhost' }],
    ['S3_SECRET_ACCESS_KEY', '', { S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' }],
  ]
  for (const [name, value, others] of wrong) {
    expect(() => readConfig({ ...others, [name]: value })).toThrow(new RegExp(`^${name} [^\n]+\\.$`))
  }
})

test('a geocoder is off unless both its kind and its address are set', () => {
  expect(readConfig({}).geocoder).toBeUndefined()
  expect(readConfig({ GEOCODER: 'photon', GEOCODER_URL: 'https://maps.example.com' }).geocoder).toEqual({
    provider: 'photon',
    url: 'https://maps.example.com',
  })
})

test('daily backups need a folder, and fourteen are kept unless BACKUP_KEEP says otherwise', () => {
  expect(readConfig({}).backups).toBeUndefined()
  expect(readConfig({ BACKUP_DIR: '/backups' }).backups).toEqual({ folder: '/backups', kept: 14 })
  expect(readConfig({ BACKUP_DIR: '/backups', BACKUP_KEEP: '3' }).backups).toEqual({ folder: '/backups', kept: 3 })
})

test('the path of a public origin is ignored', () => {
  expect(readConfig({ PUBLIC_ORIGIN: 'https://agents.example.com/app/' }).publicOrigin).toBe(
    'https://agents.example.com',
  )
})

test('trusted proxies are a number, a list of addresses, or none, but never all', () => {
  const trusted = (value: string) => readConfig({ TRUST_PROXY: value }).trustProxy
  expect([trusted('2'), trusted('0'), trusted('false')]).toEqual([2, false, false])
  expect(trusted('10.0.0.1, 10.1.0.0/16, ::1')).toEqual(['10.0.0.1', '10.1.0.0/16', '::1'])
  for (const wrong of ['true', 'abc', '1.2.3', '0.0.0.0/0', '::/0', '127.0.0.1/33', '10.0.0.1,'])
    expect(() => trusted(wrong), wrong).toThrow(/^TRUST_PROXY must be the number of proxies in front/)
})

test('registration is open on a local server; a reachable server needs an invitation', () => {
  const policy = (environment: Record<string, string>) => readConfig(environment).registration
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(policy({ HOST })).toBe('open')
  expect(policy({ PUBLIC_ORIGIN: 'http://localhost:4173' })).toBe('open')
  expect(policy({ HOST: '0.0.0.0' })).toBe('invite')
  expect(policy({ PUBLIC_ORIGIN: 'https://agents.example.com' })).toBe('invite')
  expect(policy({ TRUST_PROXY: '1' })).toBe('invite')
  expect(policy({ HOST: '0.0.0.0', REGISTRATION: 'open' })).toBe('open')
  expect(policy({ REGISTRATION: 'closed' })).toBe('closed')
})

test('a server whose address is known accepts no other host name', () => {
  const acceptsAny = (environment: Record<string, string>) => readConfig(environment).acceptsAnyHost
  expect(acceptsAny({})).toBe(false)
  expect(acceptsAny({ PUBLIC_ORIGIN: 'https://agents.example.com', TRUST_PROXY: '1' })).toBe(false)
  expect(acceptsAny({ HOST: '0.0.0.0' })).toBe(true)
  expect(acceptsAny({ TRUST_PROXY: '1' })).toBe(true)
})

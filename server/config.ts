import { isIP } from 'node:net'
import * as v from 'valibot'
import { registrationPolicies, type RegistrationPolicy } from '#core/contract/account.ts'
import { geocoderNames, type GeocoderName } from './locations/geocoder-providers.ts'

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('is empty'))

function wholeNumber(lowest: number, highest: number) {
  const message = `must be a whole number from ${lowest} to ${highest}`
  return v.pipe(
    v.string(),
    v.trim(),
    v.digits(message),
    v.transform(Number),
    v.minValue(lowest, message),
    v.maxValue(highest, message),
  )
}

function addressOf(protocols: string[], example: string) {
  return v.pipe(
    text,
    v.check((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), `must look like ${example}`),
  )
}

const webAddress = addressOf(['http:', 'https:'], 'https://agents.example.com')

const environmentSchema = v.object({
  PORT: v.optional(wholeNumber(0, 65_535), '4173'),
  HOST: v.optional(text, '127.0.0.1'),
  DATA_DIR: v.optional(text, './data'),
  DATABASE_URL: v.optional(addressOf(['postgres:', 'postgresql:'], 'postgres://name:password@host:5432/fanlight')),
  PUBLIC_ORIGIN: v.optional(
    v.pipe(
      webAddress,
      v.transform((value) => new URL(value).origin),
    ),
  ),
  TLS_CERT: v.optional(text),
  TLS_KEY: v.optional(text),
  S3_ENDPOINT: v.optional(webAddress),
  S3_REGION: v.optional(text, 'auto'),
  S3_BUCKET: v.optional(text),
  S3_ACCESS_KEY_ID: v.optional(text),
  S3_SECRET_ACCESS_KEY: v.optional(text),
  OSRM_URL: v.optional(webAddress),
  GEOCODER: v.optional(
    v.picklist(geocoderNames, `must be ${geocoderNames.slice(0, -1).join(', ')} or ${geocoderNames.at(-1)}`),
  ),
  GEOCODER_URL: v.optional(webAddress),
  BACKUP_DIR: v.optional(text),
  BACKUP_KEEP: v.optional(wholeNumber(1, 1000), '14'),
  SMTP_URL: v.optional(addressOf(['smtp:', 'smtps:'], 'smtps://name:password@mail.example.com')),
  MAIL_FROM: v.optional(
    v.pipe(text, v.includes('@', 'must be an e-mail, or a name with one: Fanlight <no-reply@example.com>')),
  ),
  METRICS_TOKEN: v.optional(v.pipe(text, v.minLength(16, 'must have at least 16 characters'))),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
  ),
  REGISTRATION: v.optional(v.picklist(registrationPolicies, 'must be open, invite or closed')),
  // `true`, which trusts every proxy, is not accepted: clients could forge their address and evade limits per address.
  TRUST_PROXY: v.optional(
    v.pipe(
      text,
      v.check(
        (value) => /^(false|\d{1,2})$/i.test(value) || value.split(',').every((range) => isAddressRange(range.trim())),
        'must be the number of proxies in front (usually 1), a list of their addresses, or false',
      ),
    ),
    'false',
  ),
})

type ObjectStoreConfig = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export type GeocoderConfig = { provider: GeocoderName; url: string }

export type Config = {
  port: number
  host: string
  dataDir: string
  /** If set, the PostgreSQL database to use instead of the embedded one under `dataDir`. */
  databaseUrl: string | undefined
  /** The server's public address, without a path. */
  publicOrigin: string | undefined
  /** If set, the files for HTTPS without a proxy. */
  tls: { certFile: string; keyFile: string } | undefined
  /** If set, an S3-compatible store for photos; otherwise they are in `dataDir`. */
  objectStore: ObjectStoreConfig | undefined
  /** If set, an OSRM server for drives; otherwise they are estimated. */
  osrmUrl: string | undefined
  /** If set, addresses that no imported address file contains are sent to this geocoder. */
  geocoder: GeocoderConfig | undefined
  /** If set, the mail server for links to reset a password, and for notices of a changed email. */
  mail: { smtpUrl: string; from: string } | undefined
  /** If set, the folder for daily backups, and how many are retained. */
  backups: { folder: string; kept: number } | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** If set, the token for `/metrics`; otherwise only programs on this machine may read it. */
  metricsToken: string | undefined
  /** The number of proxies in front of the server, or their addresses; only they may name a client's address. */
  trustProxy: false | number | string[]
  registration: RegistrationPolicy
  /** If false, requests with another host name in `Host` are refused, against DNS rebinding. */
  acceptsAnyHost: boolean
}

/** A problem that the administrator can fix, such as an invalid setting or argument: only the message is printed, without a stack. */
export class ExplainedError extends Error {
  override name = 'ExplainedError'
}

/** Throws `ExplainedError` for the first invalid variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // Compose files pass a variable that is not set as an empty value, so empty values are ignored.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = v.safeParse(environmentSchema, given)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new ExplainedError(`${v.getDotPath(issue) ?? 'Environment'} ${issue.message}.`)
  }
  const settings = parsed.output
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    publicOrigin: settings.PUBLIC_ORIGIN,
    tls: tlsOf(settings),
    objectStore: objectStoreOf(settings),
    osrmUrl: settings.OSRM_URL,
    geocoder: geocoderOf(settings),
    backups:
      settings.BACKUP_DIR === undefined ? undefined : { folder: settings.BACKUP_DIR, kept: settings.BACKUP_KEEP },
    mail: mailOf(settings),
    logLevel: settings.LOG_LEVEL,
    metricsToken: settings.METRICS_TOKEN,
    trustProxy: trustProxyOf(settings.TRUST_PROXY),
    registration: settings.REGISTRATION ?? (isLocalOnly(settings) ? 'open' : 'invite'),
    acceptsAnyHost: settings.PUBLIC_ORIGIN === undefined && !isLocalOnly(settings),
  }
}

type Settings = v.InferOutput<typeof environmentSchema>

function tlsOf({ TLS_CERT, TLS_KEY }: Settings): Config['tls'] {
  if (TLS_CERT === undefined && TLS_KEY === undefined) return undefined
  if (TLS_CERT === undefined) throw new ExplainedError('TLS_CERT is missing: TLS_KEY needs it.')
  if (TLS_KEY === undefined) throw new ExplainedError('TLS_KEY is missing: TLS_CERT needs it.')
  return { certFile: TLS_CERT, keyFile: TLS_KEY }
}

function objectStoreOf(settings: Settings): ObjectStoreConfig | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = settings
  const needed = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  if (Object.values(needed).every((value) => value === undefined)) return undefined
  for (const [name, value] of Object.entries(needed)) {
    if (value === undefined) throw new ExplainedError(`${name} is missing: the other S3_ settings need it.`)
  }
  return {
    endpoint: S3_ENDPOINT!,
    region: S3_REGION,
    bucket: S3_BUCKET!,
    accessKeyId: S3_ACCESS_KEY_ID!,
    secretAccessKey: S3_SECRET_ACCESS_KEY!,
  }
}

function geocoderOf({ GEOCODER, GEOCODER_URL }: Settings): Config['geocoder'] {
  if (GEOCODER === undefined && GEOCODER_URL === undefined) return undefined
  if (GEOCODER === undefined) throw new ExplainedError('GEOCODER is missing: GEOCODER_URL needs it.')
  if (GEOCODER_URL === undefined) throw new ExplainedError('GEOCODER_URL is missing: GEOCODER needs it.')
  return { provider: GEOCODER, url: GEOCODER_URL }
}

function mailOf({ SMTP_URL, MAIL_FROM, PUBLIC_ORIGIN }: Settings): Config['mail'] {
  if (SMTP_URL === undefined) return undefined
  if (PUBLIC_ORIGIN === undefined)
    throw new ExplainedError('PUBLIC_ORIGIN is missing: the links in mails (SMTP_URL) need it.')
  return { smtpUrl: SMTP_URL, from: MAIL_FROM ?? `Fanlight <no-reply@${new URL(PUBLIC_ORIGIN).hostname}>` }
}

/** True if only this machine can reach the server: no public address and no proxy. */
function isLocalOnly({ HOST, PUBLIC_ORIGIN, TRUST_PROXY }: Settings): boolean {
  const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|\[?::1\]?)$/i.test(host)
  const isPublic = PUBLIC_ORIGIN !== undefined && !isLoopback(new URL(PUBLIC_ORIGIN).hostname)
  return isLoopback(HOST) && !isPublic && trustProxyOf(TRUST_PROXY) === false
}

/** Whether the text is an IP address or a network such as 10.1.0.0/16, but not the network of all addresses. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function trustProxyOf(value: string): Config['trustProxy'] {
  if (/^(false|0+)$/i.test(value)) return false
  return /^\d+$/.test(value) ? Number(value) : value.split(',').map((address) => address.trim())
}

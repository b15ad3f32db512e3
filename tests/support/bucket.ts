import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type StoredObject = { bytes: Buffer; mediaType: string; lastModified: Date }

const credentials = { region: 'auto', accessKeyId: 'key-of-the-test', secretAccessKey: 'secret-of-the-test' }

/** As few as a store may return, so that lists span several pages. */
const fewKeysInPage = 2

/** A small S3-compatible bucket in memory: put, get, delete and list. Refuses requests with a wrong signature. */
export async function startBucket({ keysInPage = fewKeysInPage } = {}) {
  const objects = new Map<string, StoredObject>()
  const server = createServer((request, response) => void answer({ objects, keysInPage }, request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    objects,
    settings: {
      ...credentials,
      endpoint: `http://127.0.0.1:${port}/fanlight`,
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

type Bucket = { objects: Map<string, StoredObject>; keysInPage: number }

async function answer(bucket: Bucket, request: IncomingMessage, response: ServerResponse) {
  const { objects } = bucket
  const bytes = Buffer.concat(await request.toArray())
  const address = new URL(request.url ?? '/', 'http://bucket')
  if (!isSigned(request, address, bytes)) return response.writeHead(403).end()
  const key = decodeURIComponent(address.pathname.replace(/^\/fanlight\/?/, ''))
  if (request.method === 'PUT') {
    objects.set(key, { bytes, mediaType: request.headers['content-type'] ?? '', lastModified: new Date() })
    return response.writeHead(200, { etag: etagOf(bytes) }).end()
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return response.writeHead(204).end()
  }
  if (address.searchParams.has('list-type')) {
    return response.writeHead(200, { 'content-type': 'application/xml' }).end(listing(bucket, address.searchParams))
  }
  const object = objects.get(key)
  if (object === undefined) {
    return response
      .writeHead(404, { 'content-type': 'application/xml' })
      .end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>No such key</Message></Error>')
  }
  return response.writeHead(200, { 'content-type': object.mediaType, etag: etagOf(object.bytes) }).end(object.bytes)
}

/** Checks AWS Signature Version 4. */
function isSigned({ method, headers }: IncomingMessage, address: URL, bytes: Buffer): boolean {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/
  const [, accessKeyId, scope = '', signedHeaders = '', signature] =
    authorization.exec(headers.authorization ?? '') ?? []
  const bodyHash = String(headers['x-amz-content-sha256'])
  if (accessKeyId !== credentials.accessKeyId || (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(bytes))) {
    return false
  }
  const canonical = [
    method,
    address.pathname,
    [...address.searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .toSorted()
      .join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${credentials.secretAccessKey}`)
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  return hmac(key, text).toString('hex') === signature
}

function listing({ objects, keysInPage }: Bucket, asked: URLSearchParams): string {
  const all = [...objects]
    .filter(([key]) => key.startsWith(asked.get('prefix') ?? ''))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  // The token contains `&`, which XML and URLs escape.
  const token = asked.get('continuation-token')
  const start = token === null ? 0 : Number(token.replace('page&at=', ''))
  const end = start + keysInPage
  const contents = all
    .slice(start, end)
    .map(
      ([key, { bytes, lastModified }]) =>
        `<Contents><Key>${key}</Key><LastModified>${lastModified.toISOString()}</LastModified>` +
        `<ETag>${etagOf(bytes)}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
  const more =
    end < all.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>page&amp;at=${end}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>'
  return `<?xml version="1.0"?><ListBucketResult><Name>fanlight</Name>${more}${contents.join('')}</ListBucketResult>`
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type StoredObject = { bytes: Buffer; mediaType: string; lastModified: Date }

/** A small S3-compatible bucket in memory: put, get, delete and list; it refuses requests that are not signed. */
export async function startBucket() {
  const objects = new Map<string, StoredObject>()
  const server = createServer((request, response) => void answer(objects, request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    objects,
    settings: {
      endpoint: `http://127.0.0.1:${port}/fanlight`,
      region: 'auto',
      accessKeyId: 'key-of-the-test',
      secretAccessKey: 'secret-of-the-test',
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function answer(objects: Map<string, StoredObject>, request: IncomingMessage, response: ServerResponse) {
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key-of-the-test/')) {
    return response.writeHead(403).end()
  }
  const address = new URL(request.url ?? '/', 'http://bucket')
  const key = decodeURIComponent(address.pathname.replace(/^\/fanlight\/?/, ''))
  if (request.method === 'PUT') {
    const bytes = Buffer.concat(await request.toArray())
    objects.set(key, { bytes, mediaType: request.headers['content-type'] ?? '', lastModified: new Date() })
    return response.writeHead(200, { etag: etagOf(bytes) }).end()
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return response.writeHead(204).end()
  }
  if (address.searchParams.has('list-type')) {
    return response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(listing(objects, address.searchParams.get('prefix') ?? ''))
  }
  const object = objects.get(key)
  if (object === undefined) {
    return response
      .writeHead(404, { 'content-type': 'application/xml' })
      .end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>No such key</Message></Error>')
  }
  return response.writeHead(200, { 'content-type': object.mediaType, etag: etagOf(object.bytes) }).end(object.bytes)
}

function listing(objects: Map<string, StoredObject>, prefix: string): string {
  const contents = [...objects]
    .filter(([key]) => key.startsWith(prefix))
    .map(
      ([key, { bytes, lastModified }]) =>
        `<Contents><Key>${key}</Key><LastModified>${lastModified.toISOString()}</LastModified>` +
        `<ETag>${etagOf(bytes)}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
  return `<?xml version="1.0"?><ListBucketResult><Name>fanlight</Name><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

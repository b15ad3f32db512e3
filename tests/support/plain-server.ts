/* oxlint-disable max-lines -- the calls of one server, which share what it has stored */
import { createReadStream, existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

type PlainRecord = Record<string, unknown> & { id: number }
type PlainUser = PlainRecord & { username: string; password: string }
type Reply = { status: number; body?: unknown; cookie?: string }
type Call = {
  method: string
  path: string
  fields: Record<string, unknown>
  user: PlainUser | null
  query: URLSearchParams
}

export type PlainServer = {
  origin: string
  clients: PlainRecord[]
  listings: PlainRecord[]
  tours: PlainRecord[]
  properties: PlainRecord[]
  /** `arrays` returns lists as arrays, `results` as `{results}`. */
  listShape: 'arrays' | 'results'
  close: () => Promise<void>
}

/** A server with only the specification's calls, which also serves the built page: no keys, ETags, feed or `sync/`. */
// oxlint-disable-next-line max-lines-per-function -- one shared state; each call is a function of its own
export async function startPlainServer(): Promise<PlainServer> {
  const users: PlainUser[] = []
  const sessions = new Map<string, PlainUser>()
  const photos = new Map<string, { bytes: Buffer; mediaType: string }>()
  let lastId = 0
  const nextId = () => (lastId += 1)

  const server: PlainServer = {
    origin: '',
    clients: [],
    listings: [],
    tours: [],
    properties: ['12 Oak Lane', '34 Elm Court', '56 Birch Road'].map((address, index) => ({
      id: nextId(),
      address,
      city: 'Sacramento',
      state: 'CA',
      zip_code: '95838',
      bedrooms: 2 + index,
      bathrooms: 1,
      // The specification has both spellings.
      square_footage: 800 + 100 * index,
      price: 250_000 + 10_000 * index,
    })),
    listShape: 'arrays',
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }

  const http = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', server.origin)
    if (!url.pathname.startsWith('/api/')) return serveFile(url.pathname, response)
    const fields = await fieldsOf(request)
    const session = /(?:^|;\s*)sessionid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const user = sessions.get(session) ?? null
    const reply = answer({
      method: request.method ?? 'GET',
      path: url.pathname.slice('/api/'.length),
      fields,
      user,
      query: url.searchParams,
    })
    response.statusCode = reply.status
    if (reply.cookie !== undefined)
      response.setHeader('set-cookie', `sessionid=${reply.cookie}; Path=/; HttpOnly; SameSite=Lax`)
    if (reply.body === undefined) return void response.end()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(reply.body))
  }

  function answer(call: Call): Reply {
    const { method, fields, user } = call
    if (method === 'POST' && call.path === 'users/register/') {
      if (users.some(({ username }) => username === fields['username']))
        return { status: 400, body: { username: ['This username is taken.'] } }
      const { password2: _, ...rest } = fields
      users.push({ ...rest, id: nextId() } as PlainUser)
      return { status: 201, body: {} }
    }
    if (method === 'POST' && call.path === 'users/auth/login/') {
      const found = users.find(
        ({ username, password }) => username === fields['username'] && password === fields['password'],
      )
      if (found === undefined)
        return { status: 401, body: { detail: 'No active account found with the given credentials' } }
      const cookie = crypto.randomUUID()
      sessions.set(cookie, found)
      return { status: 200, body: { user: profileOf(found) }, cookie }
    }
    if (call.path === 'questionnaire/questions/') return { status: 200, body: [] }
    if (user === null) return { status: 401, body: { detail: 'Authentication credentials were not provided.' } }
    if (call.path === 'users/auth/logout/') return { status: 200, body: {}, cookie: '' }
    if (call.path === 'users/profile/') return { status: 200, body: profileOf(user) }
    if (call.path === 'properties/properties/' && method === 'GET') return list(server.properties)
    if (call.path === 'listings/available/') return list(server.listings)
    return (
      tours(call) ??
      collection(call, 'crm/clients/', server.clients, (sent) => sent) ??
      collection(call, 'listings/', server.listings, (sent, before) => listingFrom(sent, before, user)) ?? {
        status: 404,
        body: { detail: 'Not found.' },
      }
    )
  }

  /** Only the specified methods; others are 404. */
  function tours(call: Call): Reply | null {
    if (!call.path.startsWith('tours/tours/')) return null
    const isMade = /(?:auto|intelligent)-create\/$/.test(call.path)
    const isTour = /\/\d+\/$/.test(call.path)
    const methods = isMade ? ['POST'] : isTour ? ['GET', 'PUT', 'DELETE'] : ['GET']
    if (!methods.includes(call.method)) return { status: 404, body: { detail: 'Not found.' } }
    const place = isMade ? 'tours/tours/' : call.path
    return collection({ ...call, path: place }, 'tours/tours/', server.tours, tourFrom)
  }

  function collection(
    { method, path: place, fields, user }: Call,
    base: string,
    records: PlainRecord[],
    shape: (sent: Record<string, unknown>, before?: PlainRecord) => Record<string, unknown>,
  ): Reply | null {
    const match = new RegExp(`^${base}(?:(\\d+)/)?$`).exec(place)
    if (match === null) return null
    const mine = records.filter((record) => record['owner'] === user?.id)
    if (match[1] === undefined) {
      if (method === 'GET') return list(mine)
      if (method !== 'POST') return { status: 405, body: { detail: `Method "${method}" not allowed.` } }
      const record = { ...shape(fields), id: nextId(), owner: user?.id, created_at: new Date().toISOString() }
      records.push(record)
      return { status: 201, body: withoutOwner(record) }
    }
    const record = mine.find(({ id }) => id === Number(match[1]))
    if (record === undefined) return { status: 404, body: { detail: 'Not found.' } }
    if (method === 'GET') return { status: 200, body: withoutOwner(record) }
    if (method === 'DELETE') {
      records.splice(records.indexOf(record), 1)
      return { status: 204 }
    }
    Object.assign(record, shape(fields, record))
    return { status: 200, body: withoutOwner(record) }
  }

  function listingFrom(
    sent: Record<string, unknown>,
    before: PlainRecord | undefined,
    user: PlainUser,
  ): Record<string, unknown> {
    const { property, photo_main: photo, listing_price: price, ...rest } = sent
    const images = before?.['images'] ?? []
    return {
      ...rest,
      ...(price === undefined ? {} : { listing_price: Number(price) }),
      property: before?.['property'] ?? server.properties.find(({ id }) => id === Number(property)) ?? null,
      realtor: { name: user.username, email: user['email'], phone: '' },
      images:
        photo instanceof File ? [{ id: nextId(), image: keptPhoto(photo), caption: '', is_primary: true }] : images,
    }
  }

  /** A PUT contains the whole tour: fields it omits become empty. */
  function tourFrom(sent: Record<string, unknown>, before: PlainRecord | undefined): Record<string, unknown> {
    const { client_email, tour_date, selected_listings, preferences, status = before?.['status'] ?? 'scheduled' } = sent
    const start_time = sent['preferred_start_time'] ?? sent['start_time']
    const end_time = sent['preferred_end_time'] ?? sent['end_time']
    const planned = { total_distance: 2.5, estimated_duration: 60, stops: [] }
    return { client_email, tour_date, selected_listings, preferences, status, start_time, end_time, ...planned }
  }

  function keptPhoto(photo: File): string {
    const address = `/media/${nextId()}`
    void photo.arrayBuffer().then((bytes) => photos.set(address, { bytes: Buffer.from(bytes), mediaType: photo.type }))
    return address
  }

  function list(records: PlainRecord[]): Reply {
    const rows = records.map(withoutOwner)
    return { status: 200, body: server.listShape === 'arrays' ? rows : { results: rows } }
  }

  function serveFile(pathname: string, response: ServerResponse): void {
    const photo = photos.get(pathname)
    if (photo !== undefined) return void response.writeHead(200, { 'content-type': photo.mediaType }).end(photo.bytes)
    const dist = path.resolve(import.meta.dirname, '../../dist')
    const asked = path.join(dist, path.normalize(pathname))
    const isFile = pathname !== '/' && path.extname(pathname) !== '' && existsSync(asked)
    const file = isFile ? asked : path.join(dist, 'index.html')
    response.writeHead(200, {
      'content-type': mediaTypes[path.extname(file)] ?? 'application/octet-stream',
      'cache-control': 'no-cache',
    })
    createReadStream(file).pipe(response)
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  server.origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return server
}

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

function profileOf(user: PlainUser): Record<string, unknown> {
  return { ...user, password: undefined }
}

function withoutOwner(record: PlainRecord): Record<string, unknown> {
  return { ...record, owner: undefined }
}

/** The fields of a JSON or multipart body, parsed by Node's `Request`. */
async function fieldsOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  if (body.length === 0) return {}
  const type = request.headers['content-type'] ?? ''
  if (type.includes('json')) return JSON.parse(body.toString()) as Record<string, unknown>
  const form = await new Request('http://form.invalid/', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  }).formData()
  return Object.fromEntries(form.entries())
}

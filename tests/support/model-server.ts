import { entityNames, type EntityName, isInFeed, kinds } from '#core/kinds/all-kinds.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import { canonical } from '#core/sync/operation.ts'
import { pick } from '#core/sync/records/record-fields.ts'
import type { Request } from '#core/sync/ports.ts'
import { splitKnownHistory } from '#core/contract/sync-protocol.ts'
import { answerBatch } from './model-batch.ts'

const leapAfterRestore = 10_000

export type ModelAnswer = { status: number; headers: Record<string, string>; body: Json | undefined }

type Stored = { record: Fields; version: number; deleted: boolean; entity: string }

export type ModelServer = {
  kind: 'ours' | 'plain'
  listShape: 'array' | 'results' | 'pages'
  /** The agent whose session the requests carry; null without a session. */
  signedInAs: number | null
  /** Answers a create with no body, only its address (fault C24). */
  answersBare: boolean
  /** Takes many operations in one request; only ours. */
  offersBatch: boolean
  /** The oldest program it works with. */
  minimumVersion: number
  handle: (request: Request) => ModelAnswer
  /** Live records of a collection, oldest first. */
  records: (entity: EntityName) => Fields[]
  /** What another device or the office changes. */
  put: (entity: EntityName, record: Fields) => Fields
  remove: (entity: EntityName, id: number) => void
  /** What a broken server does: a record changes without a version, and an answer is not kept. */
  putSilently: (entity: EntityName, record: Fields) => void
  forget: (key: string) => void
  /** All that was written becomes so much older by its clock: 30 days or more. */
  growOlder: (days: number) => void
  /** The writes that took effect, in order. */
  effects: { method: string; path: string; key: string | null; fields: Fields }[]
  /** Copies everything; calling the result puts it back: ids and versions are given out a second time, under other marks. */
  backup: () => () => void
}

/** The list at an address, and the listing that it belongs to. */
function listAt(path: string): { entity: EntityName; listing: number | null } | null {
  const [, listing] = /^listings\/(\d+)\//.exec(path) ?? []
  const collection = path
    .replace(/^listings\/\d+\/(?=.)/, 'listings/{parent}/')
    .replace(/^(tours\/tours\/)(?:auto|intelligent)-create\/$/, '$1')
  const entity = entityNames.find((name) => kinds[name].lane === 'records' && kinds[name].collection === collection)
  return entity === undefined ? null : { entity, listing: listing === undefined ? null : Number(listing) }
}

/** A small honest server: ours with keys, versions and feed, or a plain one with the specification's calls only. */
// oxlint-disable-next-line max-lines-per-function -- what it has stored is one state; each call is a function of its own
export function modelServer(kind: ModelServer['kind'] = 'ours'): ModelServer {
  let stored = new Map<string, Stored>()
  let keys = new Map<string, { hash: string; answer: ModelAnswer }>()
  let lastId = 100
  let version = 0
  /** The mark of every version that was given out. */
  let marks = new Map<number, number>()
  /** Neither goes back with a backup, as neither chance nor time does. */
  let lastMark = 0
  let lastMoment = Date.UTC(2026, 0, 1)
  let kept = { keys_from: 0, keys_since: '2000-01-01T00:00:00.000Z', journal_from: 0 }
  const effects: ModelServer['effects'] = []

  const place = (entity: string, id: number) => `${entity} ${id}`
  const live = (entity: EntityName) =>
    [...stored.values()].filter((one) => one.entity === entity && !one.deleted).map(({ record }) => record)

  const server: ModelServer = {
    kind,
    listShape: 'array',
    signedInAs: 1,
    answersBare: false,
    offersBatch: false,
    minimumVersion: 1,
    handle,
    records: (entity) => structuredClone(live(entity)),
    put: (entity, record) => structuredClone(write(entity, Number(record['id'] ?? ++lastId), record)),
    remove: (entity, id) => remove(entity, id),
    putSilently: (entity, record) => {
      const one = stored.get(place(entity, Number(record['id'])))
      if (one !== undefined) one.record = { ...record, version: one.version }
    },
    forget: (key) => void keys.delete(key),
    growOlder: (days) => {
      kept = { ...kept, journal_from: version }
      if (days < 45) return
      keys.clear()
      kept = { ...kept, keys_from: version, keys_since: nextMoment() }
    },
    effects,
    backup: () => {
      const saved = structuredClone({ stored, keys, version, marks, lastId })
      return () => {
        ;({ stored, keys, version, marks, lastId } = structuredClone(saved))
        lastMark += leapAfterRestore
      }
    },
  }

  function write(entity: EntityName, id: number, fields: Fields): Fields {
    takeVersion()
    const before = liveRecord(entity, id) ?? (isDated(entity) ? { created_at: nextMoment() } : {})
    const trimmed = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
    )
    const record: Fields = { ...before, ...trimmed, id, ...(kind === 'ours' ? { version } : {}) }
    stored.set(place(entity, id), { record, version, deleted: false, entity })
    return record
  }

  /** The specification gives these kinds the time of their making; ours gives it to all. */
  function isDated(entity: EntityName): boolean {
    return kind === 'ours' || entity === 'client' || entity === 'listing' || entity === 'tour'
  }

  function nextMoment(): string {
    return new Date((lastMoment += 60_000)).toISOString()
  }

  function liveRecord(entity: EntityName, id: number): Fields | null {
    const one = stored.get(place(entity, id))
    return one === undefined || one.deleted ? null : one.record
  }

  /** Real ones leap by chance; here they do after a restore, so that no number is given to something else. */
  function takeVersion(): void {
    lastMark += 1
    version = Math.max(version, lastMark - 1) + 1
    marks.set(version, lastMark)
  }

  function isKnown(text: string): boolean {
    const { cursor, versions } = splitKnownHistory(text)
    const [number, mark] = cursor === '' ? [0, 0] : cursor.split('.').map(Number)
    return (
      (number === 0 || marks.get(number ?? -1) === mark) &&
      versions.every((version) => version <= (number ?? 0) || marks.has(version))
    )
  }

  function remove(entity: EntityName, id: number): void {
    takeVersion()
    stored.set(place(entity, id), { record: { id }, version, deleted: true, entity })
    for (const { entity: child, field } of kinds[entity].deletedWithRecord)
      for (const record of live(child)) if (record[field] === id) remove(child, Number(record['id']))
  }

  function hasUnreadBelow(entity: EntityName, id: number, shown: string | undefined): boolean {
    if (shown === undefined) return false
    const { cursor, versions } = splitKnownHistory(shown)
    const read = Number(cursor.split('.')[0])
    const children = kinds[entity].deletedWithRecord.filter((child) => isInFeed(child.entity))
    return children.some(({ entity: child, field }) =>
      live(child).some((record) => {
        const version = Number(record['version'])
        if (record[field] !== id) return false
        return (version > read && !versions.includes(version)) || hasUnreadBelow(child, Number(record['id']), shown)
      }),
    )
  }

  function handle(asked: Request): ModelAnswer {
    const answer = answerTo(asked)
    const key = asked.headers['Idempotency-Key'] ?? new URLSearchParams(asked.path.split('?')[1]).get('idempotency_key')
    return kind === 'plain' || key === null
      ? answer
      : { ...answer, headers: { ...answer.headers, 'idempotency-key': key } }
  }

  function answerTo(asked: Request): ModelAnswer {
    const [path = '', query = ''] = asked.path.split('?')
    const params = new URLSearchParams(query)
    const key = params.get('idempotency_key')
    const request = key === null ? asked : { ...asked, path, headers: { 'Idempotency-Key': key, ...asked.headers } }
    if (path === 'sync/') {
      if (kind === 'plain') return notFound()
      const features = ['idempotency', 'etag', 'changes', 'images', 'known', ...(server.offersBatch ? ['batch'] : [])]
      const known = params.get('cursor')
      const history = known === null || isKnown(known) ? 'same' : 'changed'
      return ok({ features, history, key_retention_days: 45, ...kept, minimum_version: server.minimumVersion })
    }
    if (server.signedInAs === null) return problem(401, 'not_authenticated')
    if (kind === 'plain' && path !== 'users/profile/' && path !== 'users/auth/refresh/') {
      const methods = specified.find(([, address]) => address.test(path))?.[0]
      if (methods === undefined) return notFound()
      if (!methods.split(' ').includes(request.method)) return problem(405, 'method_not_allowed')
    }
    if (path === 'users/profile/') return ok({ id: server.signedInAs, username: 'ann' })
    if (path === 'users/auth/refresh/') return problem(401, 'not_authenticated')
    const asAgent = request.headers['X-Agent-Id']
    if (asAgent !== undefined && Number(asAgent) !== server.signedInAs) return problem(403, 'wrong_agent')
    if (path === 'sync/changes/' && kind === 'ours') return changes(params)
    if (path === 'sync/known/' && kind === 'ours') {
      const deleted = (request.fields['deleted'] ?? []) as string[]
      if (deleted.length > 0) takeVersion()
      const there = new Set([...stored.values()].filter((one) => !one.deleted).map((one) => one.record['client_key']))
      const made = deleted.filter((key) => there.has(key.replace(/:\d+$/, '')))
      const isGone = { hash: '', answer: problem(410, 'record_deleted') }
      if (made.length === 0) for (const key of deleted) keys.set(key.replace(/:\d+$/, ':2147483647'), isGone)
      const asked = request.fields['keys'] as string[]
      return ok({ unknown: withoutTrace(asked), made })
    }
    if (path === 'sync/batch/') return server.offersBatch ? answerBatch(request, once) : notFound()
    if (request.method === 'GET') return read(path, params)
    return kind === 'ours' ? once(request) : effect(request)
  }

  function withoutTrace(asked: string[]): string[] {
    const done = [...keys].filter(([, { answer }]) => answer.status < 300 || [404, 410].includes(answer.status))
    const names = new Set<unknown>(done.map(([key]) => key.replace(/:\d+$/, '')))
    for (const { client_key: name } of entityNames.filter((entity) => !isInFeed(entity)).flatMap(live)) names.add(name)
    return asked.filter((key) => !names.has(key.replace(/:\d+$/, '')))
  }

  /** Under one key the effect happens once and the first answer comes again. */
  function once(request: Request): ModelAnswer {
    const shown = request.headers['Sync-Cursor']
    if (shown !== undefined && !isKnown(shown)) return problem(409, 'history_changed')
    const key = request.headers['Idempotency-Key']
    if (key === undefined)
      return request.headers['X-Agent-Id'] !== undefined ? problem(400, 'key_required') : withVersion(effect(request))
    const hash = canonical([request.method, request.path, request.fields, Object.keys(request.files)])
    const known = keys.get(key)
    if (known !== undefined) {
      if (known.hash !== hash) return problem(422, 'key_reused')
      return { ...known.answer, headers: { ...known.answer.headers, 'idempotent-replay': 'true' } }
    }
    const newer = newestAnswer(key)
    if (newer !== null) return { ...newer, headers: { ...newer.headers, 'idempotent-replay': 'true' } }
    const answer = withVersion(effect(request))
    if (answer.status < 500 && answer.status !== 401 && answer.status !== 429) keys.set(key, { hash, answer })
    return answer
  }

  function withVersion(answer: ModelAnswer): ModelAnswer {
    if (answer.status < 300) answer.headers['sync-version'] = String(version)
    return answer
  }

  /** What a newer revision of the same operation was answered. */
  function newestAnswer(key: string): ModelAnswer | null {
    const [, name, revision] = /^(.*):(\d+)$/.exec(key) ?? []
    if (name === undefined) return null
    let newest = { revision: Number(revision), answer: null as ModelAnswer | null }
    for (const [other, { answer }] of keys) {
      if (!other.startsWith(`${name}:`)) continue
      const its = Number(other.slice(name.length + 1))
      if (its > newest.revision) newest = { revision: its, answer }
    }
    return newest.answer
  }

  function wasMade(name: string): boolean {
    return [...keys].some(([key, { answer }]) => key.startsWith(`${name}:`) && answer.status === 201)
  }

  function changes(params: URLSearchParams): ModelAnswer {
    const text = params.get('cursor')
    if (text !== null && !isKnown(text)) return problem(410, 'cursor_too_old')
    const cursor = Number(splitKnownHistory(text ?? '').cursor.split('.')[0])
    const limit = Number(params.get('limit'))
    const newer = [...stored.values()]
      .filter((one) => isInFeed(one.entity as EntityName) && one.version > cursor)
      .toSorted((a, b) => a.version - b.version)
    const page = newer.slice(0, limit)
    return ok({
      changes: page.map((one) => ({
        entity: one.entity,
        id: Number(one.record['id']),
        version: one.version,
        deleted: one.deleted,
        record: one.deleted ? null : wire(one.entity as EntityName, one.record),
      })),
      cursor: cursorAt(page.at(-1)?.version ?? version),
      has_more: newer.length > page.length,
    })
  }

  function cursorAt(at: number): string {
    return `${at}.${marks.get(at) ?? 0}`
  }

  function read(path: string, params: URLSearchParams): ModelAnswer {
    const asked = listAt(path)
    if (asked !== null) {
      const { entity, listing } = asked
      const records = live(entity).filter((record) => listing === null || record['listing'] === listing)
      return list(
        records.map((record) => wire(entity, record)),
        params,
      )
    }
    const found = find(path)
    return found === null ? notFound() : okRecord(found.entity, found.record)
  }

  function list(records: Fields[], params: URLSearchParams): ModelAnswer {
    if (server.listShape === 'array') return ok(records)
    if (server.listShape === 'results') return ok({ results: records })
    const page = Number(params.get('page') ?? 1)
    const results = records.slice((page - 1) * 2, page * 2)
    const next = page * 2 < records.length ? `http://office.example/api/list/?page=${page + 1}` : null
    return ok({ count: records.length, next, results })
  }

  function find(path: string): { entity: EntityName; id: number; record: Fields } | null {
    const image = /^listings\/(\d+)\/images\/(\d+)\/$/.exec(path)
    const match = /^(.*\/)(\d+)\/$/.exec(path)
    const entity = image === null ? listAt(match?.[1] ?? '')?.entity : 'listing_image'
    if (entity === undefined || (image !== null && kind === 'plain')) return null
    const id = Number(image?.[2] ?? match?.[2])
    const record = liveRecord(entity, id)
    return record === null ? null : { entity, id, record }
  }

  function effect(request: Request): ModelAnswer {
    const { method, path, headers } = request
    const key = headers['Idempotency-Key'] ?? null
    const note = () => effects.push({ method, path, key, fields: structuredClone(request.fields) })
    const fields = request.encoding === 'multipart' ? asText(request.fields) : request.fields
    if (method === 'POST') return create(request, fields, note)
    const found = find(path)
    if (found === null) return problem(404, 'not_found')
    const { entity, id, record } = found
    const ifMatch = headers['If-Match']
    if (ifMatch !== undefined && ifMatch !== `"${Number(record['version'])}"`) {
      return {
        ...problem(412, 'version_is_stale'),
        body: { detail: 'stale', code: 'version_is_stale', record: wire(entity, record) },
      }
    }
    if (method === 'DELETE') {
      if (hasUnreadBelow(entity, id, headers['Sync-Cursor'])) {
        return {
          ...problem(412, 'unread_below'),
          body: { detail: 'unread', code: 'unread_below', record: wire(entity, record) },
        }
      }
      note()
      remove(entity, id)
      return { status: 204, headers: {}, body: undefined }
    }
    const refused = refusalOf(entity, fields)
    if (refused !== null) return refused
    note()
    const photo = request.files['photo_main']
    const { photo_main: _, ...rest } = fields
    if (photo !== undefined || fields['photo_main'] === '') {
      for (const image of live('listing_image'))
        if (image['listing'] === id) remove('listing_image', Number(image['id']))
    }
    if (photo !== undefined) {
      write('listing_image', ++lastId, {
        listing: id,
        image: `/media/${photo.file.sha256}`,
        caption: '',
        is_primary: true,
      })
    }
    return okRecord(entity, write(entity, id, shaped(entity, rest)))
  }

  function create({ path, headers }: Request, fields: Fields, note: () => void): ModelAnswer {
    const key = headers['Idempotency-Key'] ?? null
    const photos = /^listings\/(\d+)\/images\/$/.exec(path)
    const at = listAt(path)
    const entity = photos === null ? at?.entity : 'listing_image'
    if (entity === undefined || (photos !== null && kind === 'plain')) return problem(404, 'not_found')
    const parent = photos?.[1] ?? at?.listing ?? null
    if (parent !== null && find(`listings/${parent}/`) === null) return problem(404, 'not_found')
    for (const [field, referred] of [
      ['open_house', 'open_house'],
      ['client', 'client'],
    ] as const) {
      const isReferred = field in kinds[entity].references && fields[field] !== undefined
      if (!isReferred || stored.get(place(referred, Number(fields[field])))?.deleted === false) continue
      return { status: 400, headers: {}, body: { [field]: ['It is not there.'], code: 'invalid' } }
    }
    const refused = refusalOf(entity, fields)
    if (refused !== null) return refused
    const clientKey = key?.replace(/:\d+$/, '')
    const known = clientKey && live(entity).find((record) => record['client_key'] === clientKey)
    if (known) return okRecord(entity, known, 201)
    if (clientKey !== undefined && wasMade(clientKey)) return problem(410, 'record_deleted')
    note()
    const owned = clientKey === undefined ? {} : { client_key: clientKey }
    const below = at?.listing ?? null
    const inside =
      photos === null
        ? below === null
          ? {}
          : { listing: below }
        : { listing: Number(photos[1]), image: `/photos/${lastId + 1}/1920` }
    const record = write(entity, ++lastId, { ...shaped(entity, fields), ...owned, ...inside })
    if (server.answersBare) {
      return { status: 201, headers: { location: `/api/${path}${Number(record['id'])}/` }, body: undefined }
    }
    return okRecord(entity, record, 201)
  }

  function shaped(entity: EntityName, { property, ...fields }: Fields): Fields {
    if (entity === 'tour') return kind === 'plain' ? plannedOtherwise(fields) : fields
    if (entity === 'open_house_visit' && kind === 'plain') return pick(fields, ['open_house', 'client_email'])
    if (entity !== 'listing') return fields
    const { listed_by } = fields
    if (typeof listed_by === 'string') fields['listed_by'] = JSON.parse(listed_by || 'null') as Json
    if (property === undefined) return fields
    return { ...fields, property: stored.get(place('property', Number(property)))?.record ?? { id: Number(property) } }
  }

  function wire(entity: EntityName, record: Fields): Fields {
    if (entity !== 'listing') return record
    return { ...record, images: live('listing_image').filter((image) => image['listing'] === record['id']) }
  }

  function okRecord(entity: EntityName, record: Fields, status = 200): ModelAnswer {
    const headers: Record<string, string> = kind === 'ours' ? { etag: `"${Number(record['version'])}"` } : {}
    return { status, headers, body: wire(entity, record) }
  }

  return server
}

function refusalOf(entity: EntityName, fields: Fields): ModelAnswer | null {
  const email = fields['email']
  if (entity !== 'client' || email === undefined || (typeof email === 'string' && email.includes('@'))) return null
  return { status: 400, headers: {}, body: { email: ['Enter a valid email address.'], code: 'invalid' } }
}

/** True for the question what the server is, which starts every exchange. */
export function isProbe({ path }: Pick<Request, 'path'>): boolean {
  return path === 'sync/' || path.startsWith('sync/?')
}

/** A form carries texts only. */
function asText(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
}

function ok(body: Json): ModelAnswer {
  return { status: 200, headers: {}, body }
}

function notFound(): ModelAnswer {
  return problem(404, 'not_found')
}

function problem(status: number, code: string): ModelAnswer {
  return { status, headers: {}, body: { detail: code, code } }
}

/** The specification's table of calls for records, and no other. */
const specified: readonly [methods: string, address: RegExp][] = [
  ['GET POST', /^crm\/clients\/$/],
  ['GET PUT PATCH DELETE', /^crm\/clients\/\d+\/$/],
  ['GET POST', /^listings\/$/],
  ['GET PUT PATCH DELETE', /^listings\/\d+\/$/],
  ['GET POST', /^listings\/\d+\/(?:showings|open-houses|open-house-visits)\/$/],
  ['GET', /^listings\/available\/$/],
  ['GET', /^properties\/properties\/$/],
  ['GET', /^scheduling\/appointments\/$/],
  ['GET', /^tours\/tours\/$/],
  ['GET PUT DELETE', /^tours\/tours\/\d+\/$/],
  ['POST', /^tours\/tours\/(?:auto-create|intelligent-create)\/$/],
]

const knownOfTours = new Set([
  'client_email',
  'tour_date',
  'start_time',
  'end_time',
  'status',
  'selected_listings',
  'preferences',
])

/** A plain server plans by itself, from ten o'clock on and an hour for each home, and keeps nothing that it does not know. */
function plannedOtherwise({ preferred_start_time, preferred_end_time, ...fields }: Fields): Fields {
  const { selected_listings: ids } = fields
  const kept = Object.entries(fields).filter(([name]) => knownOfTours.has(name))
  const stops = (Array.isArray(ids) ? ids : []).map((id, index) => ({
    order: index + 1,
    listing_address: `Home ${JSON.stringify(id)}`,
    listing_city: 'Salem',
    duration_minutes: 60,
    estimated_arrival: `${10 + index}:00:00`,
    estimated_departure: `${11 + index}:00:00`,
  }))
  return {
    ...Object.fromEntries(kept),
    ...(preferred_start_time === undefined ? {} : { start_time: preferred_start_time }),
    ...(preferred_end_time === undefined ? {} : { end_time: preferred_end_time }),
    ...(Array.isArray(ids) ? { stops } : {}),
  }
}

import { recordsOnServer } from '#tests/support/journey-steps.ts'
import { deviceRows } from '../support/device-rows.ts'
import { toPlace } from '../support/work-on-clients.ts'
import type { Device } from './device.ts'
import { type Kind, type Ledger, type SavedRecord, wordOfPrice, wordsIn } from './ledger.ts'
import { colourOf } from './photos-by-colour.ts'
import type { Report } from './report.ts'

type Found = { kind: Kind; mark: string; parent: string | null; words: Record<string, string[]>; wire: Wire }

type Wire = Record<string, unknown>

export type ServerState = {
  records: Found[]
  clients: Wire[]
  listings: Wire[]
  showings: Wire[]
  appointments: Wire[]
}

export async function readServer(origin: string, device: Device): Promise<ServerState> {
  const { context } = device
  const [clients, listings, appointments] = await Promise.all([
    recordsOnServer(context, origin, 'crm/clients/'),
    recordsOnServer(context, origin, 'listings/'),
    recordsOnServer(context, origin, 'scheduling/appointments/'),
  ])
  const records: Found[] = []
  const showings: Wire[] = []
  for (const client of clients) {
    const { first_name, email, notes, phone_number } = client
    records.push(found('client', String(first_name), null, client, { email, notes, phone_number }))
  }
  for (const appointment of appointments) {
    const { title, notes } = appointment
    records.push(found('appointment', String(title), null, appointment, { notes }))
  }
  for (const listing of listings) {
    const { address } = listing['property'] as { address: string }
    const { description } = listing
    const record = found('listing', address, null, listing, { description })
    const price = [wordOfPrice(listing['listing_price'])]
    // The platform's name is the word, and its views are that word as a number.
    const exposure = await recordsOnServer(context, origin, `listings/${Number(listing['id'])}/exposure/`)
    const figures = exposure.map(({ platform, views }) =>
      wordOfPrice(views) === platform ? platform : `${String(platform)}: ${String(views)}`,
    )
    records.push({ ...record, words: { ...record.words, listing_price: price, figures } })
    for (const image of listing['images'] as Wire[]) {
      const colour = await colourAt(device, new URL(String(image['image']), origin).href)
      records.push(found('photo', colour, address, image, {}))
    }
    for (const showing of await recordsOnServer(context, origin, `listings/${Number(listing['id'])}/showings/`)) {
      showings.push(showing)
      const [mark = ''] = wordsIn(String(showing['client_email']))
      records.push(found('showing', mark, address, showing, {}))
    }
  }
  return { records, clients, listings, showings, appointments }
}

const coloursByAddress = new Map<string, string>()

/** A photo never changes under its address. */
async function colourAt({ context }: Device, address: string): Promise<string> {
  const known = coloursByAddress.get(address)
  if (known !== undefined) return known
  const photo = await context.request.get(address)
  const colour = await colourOf(await photo.body())
  coloursByAddress.set(address, colour)
  return colour
}

function found(kind: Kind, mark: string, parent: string | null, wire: Wire, texts: Wire): Found {
  const words = Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, wordsIn(typeof text === 'string' ? text : '')]),
  )
  return { kind, mark, parent, words, wire }
}

type Faults = Pick<Report, 'lost' | 'doubled' | 'mixedUp'>

export function compareWithServer(ledger: Ledger, agent: string, { records }: ServerState): Faults {
  const faults: Faults = { lost: [], doubled: [], mixedUp: [] }
  for (const saved of ledger.records.values()) {
    if (saved.agent !== agent) continue
    const there = records.filter(({ kind, mark }) => kind === saved.kind && mark === saved.mark)
    compareRecord(ledger, saved, there, faults)
  }
  for (const record of records) findMixedUpWords(ledger, agent, record, faults)
  return faults
}

function compareRecord(ledger: Ledger, saved: SavedRecord, there: Found[], { lost, doubled, mixedUp }: Faults): void {
  const { kind, mark, deletedOn, isUnsure, remade, parent } = saved
  const name = `${kind} ${mark}`
  if (there.length > 1 + remade) doubled.push(`${name} is there ${there.length} times`)
  const isDeleted = deletedOn.size > 0
  if (isDeleted && !isUnsure && there.length > 0) lost.push(`the deletion of ${name}`)
  if (!isDeleted && !isUnsure && there.length === 0) lost.push(name)
  for (const record of there) if (record.parent !== parent) mixedUp.push(`${name} is with ${record.parent}`)
  const [record] = there
  if (record === undefined || isDeleted) return
  for (const { word, field, device, ...typed } of ledger.words.values()) {
    if (typed.mark !== mark || typed.fate !== 'owed') continue
    const times = there.reduce((sum, { words }) => sum + (words[field] ?? []).filter((one) => one === word).length, 0)
    if (times === 0) lost.push(`${word}, typed into ${field} of ${name} on the ${device}`)
    if (times > there.length) doubled.push(`${word} stands ${times} times in ${field} of ${name}`)
  }
}

/** Finds words of another record, field or agent. */
function findMixedUpWords(ledger: Ledger, agent: string, { kind, mark, words, wire }: Found, faults: Faults): void {
  const saved = ledger.records.get(mark)
  if (saved?.agent !== agent || saved.kind !== kind) faults.mixedUp.push(`${kind} ${mark} of ${agent} is unknown`)
  for (const [field, inField] of Object.entries(words)) {
    for (const word of inField) {
      const typed = ledger.words.get(word)
      if (word === mark || (typed?.mark === mark && typed.field === field)) continue
      faults.mixedUp.push(
        `${word}, typed into ${typed?.field} of ${typed?.mark}, stands in ${field} of ${kind} ${mark}`,
      )
    }
  }
  if (kind === 'client' && !String(wire['email']).startsWith(`${mark}@`))
    faults.mixedUp.push(`client ${mark} has the address ${String(wire['email'])}`)
}

const shown = {
  clients: ['id', 'first_name', 'last_name', 'email', 'phone_number', 'notes', 'category'],
  listings: ['id', 'listing_price', 'description', 'status'],
  showings: ['id', 'listing', 'client_email', 'showing_date'],
  appointments: ['id', 'title', 'notes', 'start_time'],
} as const

type Table = keyof typeof shown

const tables = Object.keys(shown) as Table[]

export async function differences(device: Device, server: ServerState): Promise<string[]> {
  const rows = await deviceRows(device.page, [...tables, 'listing_images'])
  const photos = server.records.filter(({ kind }) => kind === 'photo').map(({ wire }) => wire)
  return [
    ...tables.flatMap((table) => compareRows(device, table, shown[table], rows[table], server[table])),
    ...compareRows(device, 'photos', ['id', 'image'], rows.listing_images, photos),
  ]
}

function compareRows(device: Device, table: string, fields: readonly string[], here: Wire[], there: Wire[]): string[] {
  const lines = (records: Wire[]) =>
    records.map((record) => JSON.stringify(fields.map((field) => record[field] ?? null))).toSorted()
  const [own, servers] = [lines(here), lines(there)]
  return [
    ...own.filter((line) => !servers.includes(line)).map((line) => `only the ${device.name} has of ${table} ${line}`),
    ...servers.filter((line) => !own.includes(line)).map((line) => `the ${device.name} lacks of ${table} ${line}`),
    ...(own.length !== servers.length ? [`the ${device.name} has ${own.length} ${table}, not ${servers.length}`] : []),
  ]
}

export async function differencesOnScreen(device: Device, server: ServerState): Promise<string[]> {
  await toPlace(device.page, 'Clients')
  const until = Date.now() + showsWithinMs
  for (;;) {
    const found = await differencesShown(device, server)
    if (found.length === 0 || Date.now() > until) return found
    await device.page.waitForTimeout(100)
  }
}

const showsWithinMs = 10_000

async function differencesShown(device: Device, { clients }: ServerState): Promise<string[]> {
  const cards = await device.page.getByRole('article').allInnerTexts()
  const wanted = clients.map(
    ({ first_name, phone_number }) =>
      [String(first_name), typeof phone_number === 'string' ? phone_number : ''] as const,
  )
  const missing = wanted.filter(
    ([name, phone]) => !cards.some((card) => wordsIn(card).includes(name) && card.includes(phone)),
  )
  // The screen shows ten at a time.
  const most = Math.min(10, clients.length)
  return [
    ...(cards.length !== most ? [`the ${device.name} shows ${cards.length} of ${clients.length} clients`] : []),
    ...(clients.length <= 10
      ? missing.map(([name]) => `the ${device.name} does not show client ${name} as it is`)
      : []),
  ]
}

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { startAccountServer } from '#tests/support/account-server.ts'
import { mayaAtWork, openApp } from '#tests/support/whole-app.tsx'

type Record = { [field: string]: unknown }

/** A complete record, and variants with each field missing, null, or of another type. */
function variants(first: number, whole: Record): Record[] {
  const fields = Object.keys(whole)
  const changed = fields.flatMap((field) => {
    const { [field]: value, ...rest } = whole
    const other = typeof value === 'number' ? String(value) : typeof value === 'string' ? 7 : 'x'
    return [rest, { ...whole, [field]: null }, { ...whole, [field]: other }]
  })
  return [whole, ...changed].map((record, index) => Object.assign({}, record, { id: first + index }))
}

const today = dateOfInstant(Date.now())
const times = { start_time: '10:00:00', end_time: '10:30:00' }

const property = {
  address: '1 High Street',
  city: 'Sacramento',
  state: 'CA',
  zip_code: '95814',
  bedrooms: 3,
  bathrooms: 2,
  square_feet: 1200,
  lot_size: 0.2,
  year_built: 1950,
  garage_spaces: 1,
  price: 250_000,
}
const realtor = { name: 'Maya Lee', email: 'maya@example.com', phone: '555 0100' }
const image = { id: 900, image: '/media/1', caption: 'Front', is_primary: true }
const created_at = '2026-11-01T09:00:00Z'
const listing = {
  listing_price: 250_000,
  description: 'Light',
  status: 'For Sale',
  created_at,
  property: { id: 1, ...property },
  images: [],
  realtor,
}
const client = {
  first_name: 'Jo',
  last_name: 'Park',
  email: 'jo@x.org',
  phone_number: '555 0101',
  notes: 'Garden',
  category: 'Buyer',
  created_at,
}
const stop = {
  order: 1,
  listing_address: '1 High Street',
  listing_city: 'Sacramento',
  duration_minutes: 30,
  estimated_arrival: '10:00:00',
  estimated_departure: '10:30:00',
}
const second = { ...stop, order: 2, listing_address: '2 High Street' }
const tour = {
  client_email: 'jo@x.org',
  tour_date: today,
  start_time: '09:00:00',
  end_time: '17:00:00',
  status: 'scheduled',
  total_distance: 2.5,
  estimated_duration: 60,
  created_at,
  stops: [stop, second],
  selected_listings: [100],
  preferences: {
    min_duration_per_property: 30,
    max_duration_per_property: 60,
    include_lunch_break: true,
    lunch_duration: 45,
  },
}

const listings = [
  ...variants(100, listing),
  ...variants(200, property).map(({ id, ...home }) => Object.assign({}, listing, { id, property: { ...home, id: 1 } })),
  { ...listing, id: 290, images: variants(900, image) },
  { ...listing, id: 291, status: 'Withdrawn', realtor: {} },
]
const tours = [
  ...variants(400, tour),
  ...variants(500, stop).map(({ id, ...one }) => Object.assign({}, tour, { id, stops: [one, second] })),
  ...variants(540, tour.preferences).map(({ id, ...preferences }) => Object.assign({}, tour, { id, preferences })),
  { ...tour, id: 590, status: 'postponed', preferences: {}, selected_listings: ['100'] },
]
const clients = variants(300, client)
const lists: { [call: string]: unknown[] } = {
  'GET properties/properties/': variants(1, property),
  'GET listings/': listings,
  'GET listings/available/': listings.map(({ id, property: home }) => ({ id, property: home })),
  'GET crm/clients/': clients,
  'GET tours/tours/': tours,
  'GET scheduling/appointments/': variants(600, { title: 'Bank', date: today, ...times }),
}
const below: { [list: string]: Record[] } = {
  showings: variants(700, { showing_date: today, ...times, client_email: 'jo@x.org', realtor }),
  'open-houses': variants(750, { date: today, ...times, realtor }),
  'open-house-visits': variants(800, { open_house: 750, client_email: 'jo@x.org' }),
}

async function aPatchyServer() {
  const server = startAccountServer()
  await mayaAtWork(server)
  for (const [call, body] of Object.entries(lists)) server.answers.set(call, { status: 200, body })
  for (const { id } of listings)
    for (const [list, body] of Object.entries(below))
      server.answers.set(`GET listings/${String(id)}/${list}/`, { status: 200, body: id === 100 ? body : [] })
  return server
}

const isBroken = /.{0,60}(?:went wrong|\bundefined\b|\bNaN\b|\bnull\b|\[object|Invalid Date).{0,60}/

async function broken(app: Awaited<ReturnType<typeof openApp>>, address: string): Promise<string | null> {
  app.go(address)
  const [path = ''] = address.split('?')
  await expect.poll(() => app.address().startsWith(path)).toBe(true)
  await expect.poll(() => document.querySelector('main h1')?.textContent ?? '').not.toBe('')
  await new Promise(requestAnimationFrame)
  const found = isBroken.exec(document.body.textContent)
  return found && `${address}: ${found[0]}`
}

test('a record with missing or oddly typed fields breaks no screen', { timeout: 300_000 }, async () => {
  await aPatchyServer()
  const app = await openApp('/my-listings')
  await expect.element(page.getByRole('article').first()).toBeVisible()
  const addresses = [
    '/',
    '/dashboard',
    '/today',
    '/my-listings',
    '/clients',
    '/tours',
    '/listings/new',
    '/listings/create/2',
    '/clients/new',
    '/tours/new',
    '/outbox',
    ...listings.flatMap(({ id }) => [`/listings/${String(id)}`, `/listings/edit/${String(id)}`]),
    ...clients.flatMap(({ id }) => [`/clients/${String(id)}`, `/clients/edit/${String(id)}`]),
    ...tours.flatMap(({ id }) => [`/tours/${String(id)}`, `/tours/${String(id)}?edit=all`]),
    ...listings.slice(0, 3).map(({ id }) => `/listings/${String(id)}/dashboard`),
    ...tours.slice(0, 3).map(({ id }) => `/tours/${String(id)}/run`),
    // Again, with the data that the screens in between have fetched.
    '/today',
    '/dashboard',
    '/tours',
  ]
  const found: string[] = []
  for (const address of addresses) {
    const what = await broken(app, address)
    if (what !== null) found.push(what)
  }
  expect(found).toEqual([])
})

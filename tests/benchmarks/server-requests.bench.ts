import { expect, test } from '@playwright/test'
import { anAgentOverHttp, type AgentOverHttp } from '../support/agent-over-http.ts'
import { photoOfAHouse } from '#tests/support/journey-steps.ts'
import { startBuiltServer } from '../support/built-server.ts'
import { postgresBinaries, startPostgres } from '../support/postgres-server.ts'
import { startBareServer } from './bare-server.ts'
import { figure } from './figure.ts'
import { requestsPerSecond } from './load.ts'

/** Requests a second on PostgreSQL that are enough for some ten thousand agents. */
const enough = { newListings: 300, newClients: 700, patch: 700, post: 900, showings: 500, appointments: 500 }

const rowsOnPage = 100
const writerCount = 16

test('the server on the embedded database, 32 connections', async () => {
  const server = await startBuiltServer()
  try {
    const rates = await measured(server.origin)
    note('GET 100 listings', 'embedded', rates.listings)
    note('GET 100 listings not asked before', 'embedded', rates.newListings)
    note('GET 100 clients', 'embedded', rates.clients)
    note('GET 100 clients not asked before', 'embedded', rates.newClients)
    note('PATCH a client', 'embedded', rates.patch)
    note('POST a client', 'embedded', rates.post)
    note('POST a showing', 'embedded', rates.showings)
    note('POST an appointment', 'embedded', rates.appointments)
  } finally {
    await server.close()
  }
})

test('the server on PostgreSQL, 32 connections', async () => {
  test.skip(postgresBinaries === undefined, 'PostgreSQL is not installed.')
  const postgres = await startPostgres({ isDurable: true })
  await postgres.createDatabase('bench')
  const server = await startBuiltServer([], { DATABASE_URL: postgres.urlOf('bench') })
  try {
    const rates = await measured(server.origin)
    const bare = await startBareServer(postgres.urlOf('bench'), 'bench')
    const listings = await requestsPerSecond(bare.origin, () => ({ method: 'GET', path: '/listings' }))
    const clients = await requestsPerSecond(bare.origin, () => ({ method: 'GET', path: '/clients' }))
    await bare.close()
    note('GET 100 listings', 'PostgreSQL', rates.listings)
    note('GET 100 listings not asked before', 'PostgreSQL', rates.newListings, enough.newListings)
    note('GET 100 listings', 'Node and PostgreSQL alone', listings)
    against('GET 100 listings', rates.listings, listings)
    note('GET 100 clients', 'PostgreSQL', rates.clients)
    note('GET 100 clients not asked before', 'PostgreSQL', rates.newClients, enough.newClients)
    note('GET 100 clients', 'Node and PostgreSQL alone', clients)
    against('GET 100 clients', rates.clients, clients)
    note('PATCH a client', 'PostgreSQL', rates.patch, enough.patch)
    note('POST a client', 'PostgreSQL', rates.post, enough.post)
    note('POST a showing', 'PostgreSQL', rates.showings, enough.showings)
    note('POST an appointment', 'PostgreSQL', rates.appointments, enough.appointments)
  } finally {
    await server.close()
    await postgres.stop()
  }
})

function note(what: string, database: string, value: number, atLeast?: number): void {
  figure({ what: `${what}, ${database}`, value, unit: 'requests/s', ...(atLeast === undefined ? {} : { atLeast }) })
}

/** Adds a figure relative to Node and PostgreSQL alone, measured in the same run. */
function against(what: string, ours: number, bare: number): void {
  figure({ what: `${what}, against Node and PostgreSQL alone`, value: ours / bare, unit: '×', atLeast: 1 })
}

type Measured = Record<
  'listings' | 'newListings' | 'clients' | 'newClients' | 'patch' | 'post' | 'showings' | 'appointments',
  number
>

async function measured(origin: string): Promise<Measured> {
  const agent = await anAgentOverHttp(origin, 'bench')
  const property = await addListings(agent)
  for (let number = 1; number <= rowsOnPage; number += 1) await addClient(agent, number)
  const { headers } = agent
  // The writes of one agent are queued, so that versions form a cursor; so there are many agents, with two connections each.
  const writers: { headers: Record<string, string>; client: number; listing: number }[] = []
  for (let number = 0; number < writerCount; number += 1) {
    const writer = await anAgentOverHttp(origin, `writer-${number}`)
    const client = await addClient(writer, number)
    const listing = { property, listing_price: 300_000, status: 'For Sale', description: 'A sunny corner house.' }
    writers.push({ headers: writer.headers, client, listing: await add(writer, '/api/listings/', listing) })
  }
  const writerOf = (connection: number) => writers[connection % writerCount]
  let written = 0
  const writing = (connection: number) => {
    written += 1
    return { ...writerOf(connection)?.headers, 'idempotency-key': `bench-operation-${written}:1` }
  }
  const get = (path: string) => requestsPerSecond(origin, () => ({ method: 'GET', path, headers }))
  // The server caches a page until the agent's data changes; a new address makes it build the page.
  let asked = 0
  const getAnew = (path: string) =>
    requestsPerSecond(origin, () => ({ method: 'GET', path: `${path}&asked=${(asked += 1)}`, headers }))
  const listings = `/api/listings/?page_size=${rowsOnPage}`
  const clients = `/api/crm/clients/?page_size=${rowsOnPage}`
  return {
    listings: await get(listings),
    newListings: await getAnew(listings),
    clients: await get(clients),
    newClients: await getAnew(clients),
    patch: await requestsPerSecond(origin, (connection) => ({
      method: 'PATCH',
      path: `/api/crm/clients/${writerOf(connection)?.client}/`,
      headers: writing(connection),
      body: { notes: `Called ${written} times` },
    })),
    post: await requestsPerSecond(origin, (connection) => ({
      method: 'POST',
      path: '/api/crm/clients/',
      headers: writing(connection),
      body: aClient(written),
    })),
    showings: await requestsPerSecond(origin, (connection) => ({
      method: 'POST',
      path: `/api/listings/${writerOf(connection)?.listing}/showings/`,
      headers: writing(connection),
      body: { showing_date: aDay(written), ...anHour, client_email: `client-${written}@example.com` },
    })),
    appointments: await requestsPerSecond(origin, (connection) => ({
      method: 'POST',
      path: '/api/scheduling/appointments/',
      headers: writing(connection),
      body: { title: `Signing ${written}`, date: aDay(written), ...anHour },
    })),
  }
}

const anHour = { start_time: '10:00', end_time: '11:00' }

function aDay(number: number): string {
  return new Date(Date.UTC(2027, 0, 1 + (number % 1000))).toISOString().slice(0, 10)
}

async function addListings(agent: AgentOverHttp): Promise<number> {
  const photo = await photoOfAHouse('#5b4750')
  let property = 0
  for (let number = 1; number <= rowsOnPage; number += 1) {
    property = await add(agent, '/api/properties/properties/', {
      address: `${number} Bench St`,
      city: 'Springfield',
      state: 'CA',
      zip_code: '95608',
      bedrooms: 3,
      bathrooms: 2,
      square_feet: 1500,
      lot_size: 0.25,
      year_built: 1998,
      garage_spaces: 2,
      price: 300_000,
      property_type: 'Residential',
    })
    const form = new FormData()
    form.set('property', String(property))
    form.set('listing_price', String(300_000 + number))
    form.set('status', 'For Sale')
    form.set(
      'description',
      'A sunny corner house with a quiet garden, renovated kitchen and a large family room. '.repeat(3),
    )
    form.set('photo_main', new Blob([new Uint8Array(photo.buffer)], { type: photo.mimeType }), photo.name)
    await add(agent, '/api/listings/', form)
  }
  return property
}

function addClient(agent: AgentOverHttp, number: number): Promise<number> {
  return add(agent, '/api/crm/clients/', aClient(number))
}

async function add(agent: AgentOverHttp, path: string, body: unknown): Promise<number> {
  const added = await agent.ask('POST', path, body)
  expect(added.status).toBe(201)
  return ((await added.json()) as { id: number }).id
}

function aClient(number: number) {
  return {
    first_name: 'Maria',
    last_name: `Client ${number}`,
    email: `client-${number}@example.com`,
    phone_number: '555-0100',
    notes: 'Looks for a house with a garden near a school.',
    category: 'Buyer',
  }
}

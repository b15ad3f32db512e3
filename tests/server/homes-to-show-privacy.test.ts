import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { wholeFeed } from '#tests/support/change-feed.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { everyCall, textOf, type Named } from '#tests/support/every-call.ts'
import { aBroker, aHomeToShow, aPrivateHome } from '#tests/support/homes-to-show.ts'
import { aForm, aListing, aProperty } from '#tests/support/listings.ts'
import { aPhoto } from '#tests/support/photos.ts'
import { anAgent, type Agent, type TestServer } from '#tests/support/server.ts'
import { sharedChangesAreTold } from '#tests/support/shared-changes.ts'
import { aTour, makeTour } from '#tests/support/tours.ts'

const properties = '/api/properties/properties/'
/** The street of the home that these tests search for; other tests use other streets. */
const street = 'Quillonby Close'
const doorCode = 'zq-4417-code'
const visit = { showing_date: '2026-11-23', start_time: '10:00', end_time: '10:30', client_email: 'jo@example.com' }

const missing: Named = {
  listing: 99_999_991,
  property: 99_999_992,
  door_card: 99_999_993,
  showing: 99_999_994,
  image: 99_999_995,
  key: `${randomUUID()}:1`,
  search: 'No Such Lane',
}

/** Sets ids that occur in no answer by chance. */
async function withTellingIds({ services }: TestServer): Promise<void> {
  const tables = ['listings', 'properties', 'door_cards', 'showings', 'listing_images']
  for (const [index, table] of tables.entries()) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${7_431_001 + index * 1000})`.execute(
      services.database.db,
    )
  }
}

async function everythingOf(agent: Agent): Promise<Named> {
  const key = `${randomUUID()}:1`
  const property = await agent.post(
    properties,
    aPrivateHome({ address: `1 ${street}`, latitude: 44.94, longitude: -123.03 }),
    {
      'idempotency-key': key,
    },
  )
  const { id: listing } = await aHomeToShow(agent, { listing_price: 300_000 }, property.body)
  const card = await agent.post('/api/door-cards/', { property: property.body.id, lockbox_code: doorCode })
  const showing = await agent.post(`/api/listings/${listing}/showings/`, visit)
  const image = await agent.post(
    `/api/listings/${listing}/images/`,
    aForm({ image: await aPhoto(), caption: doorCode }),
  )
  await makeTour(agent, aTour([{ id: listing }]))
  const made = [property, card, showing, image]
  for (const { status, text } of made) expect(status, text).toBe(201)
  const [, door_card, showingId, imageId] = made.map(({ body }) => body.id as number)
  return {
    listing,
    property: property.body.id,
    door_card: door_card!,
    showing: showingId!,
    image: imageId!,
    key,
    search: street,
  }
}

const idsOf = ({ listing, property, door_card, showing, image }: Named) =>
  [listing, property, door_card, showing, image].map(String)

function masked(text: string, named: Named): string {
  return [...idsOf(named), named.key, encodeURIComponent(named.search)].reduce(
    (left, one) => left.replaceAll(one, '#'),
    text,
  )
}

onAnyDatabase((server) => {
  test('every call answers another agent as if the home did not exist', { timeout: 60_000 }, async () => {
    await withTellingIds(server())
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const named = await everythingOf(agent)
    const own = await aListing(other)
    await makeTour(other, aTour([own]))
    await sharedChangesAreTold(server())
    const secrets = [street, aBroker.name, aBroker.brokerage, aBroker.mls_number, doorCode]
    const faults: string[] = []
    const calls = everyCall(server())
    expect(calls.length).toBeGreaterThan(70)
    for (const { name, ask } of calls) {
      const [seen, unseen] = [await ask(other, named), await ask(other, missing)]
      const [text, textOfMissing] = [await textOf(seen), await textOf(unseen)]
      for (const secret of secrets) if (text.includes(secret)) faults.push(`${name} says ${secret}: ${text}`)
      if (seen.status !== unseen.status) faults.push(`${name} answers ${seen.status}, else ${unseen.status}`)
      // New records have ids and times of their own.
      const isMade = seen.status === 201 || name === 'GET /api/users/backup/'
      if (!isMade && masked(text, named) !== masked(textOfMissing, missing))
        faults.push(`${name}: ${text} else ${textOfMissing}`)
    }
    for (const change of await wholeFeed(other)) {
      const text = JSON.stringify(change)
      if ([...secrets, ...idsOf(named)].some((secret) => text.includes(secret))) faults.push(`The feed says ${text}`)
    }
    const { body: feed } = await other.post('/api/users/calendar-feed/')
    const calendar = await server().app.inject(feed.address)
    for (const secret of secrets) expect(calendar.body).not.toContain(secret)
    expect(faults).toEqual([])
    // The home's own agent sees all of it through the same calls.
    const told = [
      '/api/listings/?listed_by=others',
      properties,
      '/api/door-cards/',
      '/api/sync/changes/',
      '/api/users/backup/',
    ]
    const texts = await Promise.all(told.map(async (path) => textOf(await agent.get(path))))
    expect(secrets.filter((secret) => !texts.join(' ').includes(secret))).toEqual([])
  })

  test('the same address added by another agent is a separate home', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const address = aPrivateHome({ bedrooms: 5, latitude: 44.94, longitude: -123.03 })
    const { property } = await aHomeToShow(agent, {}, address)
    const { bedrooms: _, latitude: __, longitude: ___, ...typed } = address as typeof address & Record<string, unknown>
    const blank = { bedrooms: null, latitude: null }
    const made = await other.post(properties, typed)
    expect(made).toMatchObject({ status: 201, body: { ...blank, is_private: true } })
    expect(made.body.id).not.toBe(property.id)
    expect(await other.post(properties, { ...typed, is_private: false })).toMatchObject({ status: 201, body: blank })
    expect((await agent.get(`${properties}${property.id}/`)).body).toMatchObject({ bedrooms: 5 })
  })

  test('later changes of a home to show reach no other agent', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const { id, property } = await aHomeToShow(agent)
    const stop = {
      order: 1,
      stop_id: 'a-stop',
      listing_id: id,
      listing_address: 'Somewhere',
      listing_city: 'Salem',
      duration_minutes: 30,
      estimated_arrival: '10:00',
      estimated_departure: '10:30',
    }
    const plan = { stops: [stop], total_distance: 0, estimated_duration: 30 }
    // The server stores the plan that a device sends, whatever listings it names.
    const tour = await makeTour(other, aTour([{ id }], plan))
    expect(tour.stops).toMatchObject([{ listing_address: 'Somewhere', is_listed: false }])
    await sharedChangesAreTold(server())
    const { body: before } = await other.get('/api/sync/changes/?limit=500')

    await agent.patch(`${properties}${property.id}/`, { address: `${property.address} W` })
    await agent.patch(`/api/listings/${id}/`, { property_overrides: { address: '3 Zephyrine Row' } })
    await agent.patch(`/api/listings/${id}/`, { listing_price: 1000, status: 'Pending' })
    await agent.delete(`/api/listings/${id}/`)
    expect((await agent.delete(`${properties}${property.id}/`)).status).toBe(204)
    await sharedChangesAreTold(server())
    const { body: after } = await other.get(`/api/sync/changes/?limit=500&cursor=${before.cursor}`)
    expect(after.changes).toEqual([])
    expect((await other.get(`/api/tours/tours/${tour.id}/`)).body).toEqual(tour)
  })

  test('a home to show does not locate the homes of other agents', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const place = { city: 'Zephyrville', state: 'OR', zip_code: '00001' }
    await aHomeToShow(agent, {}, aPrivateHome({ ...place, latitude: 44.94, longitude: -123.03 }))
    const preview = async (someone: Agent) => {
      const home = await someone.post(properties, { ...place, address: `${randomUUID()} St` })
      const listing = { property: home.body.id, listing_price: 400_000, description: 'A house.' }
      const { body } = await someone.post('/api/listings/', listing)
      return (await someone.post('/api/tours/tours/route-optimization-preview/', aTour([body]))).body
    }
    expect(await preview(other)).toMatchObject({ dropped: [{ reason: 'no_location' }] })
    expect(await preview(agent)).toMatchObject({ dropped: [] })
  })

  test('a shared home reveals nothing of a home to show at its address', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const property = await aProperty(agent, 3)
    const { id } = await aHomeToShow(agent, {}, property)
    await sharedChangesAreTold(server())
    expect(
      (await wholeFeed(other)).filter((change) => change.entity === 'available_listing' && change.id === id),
    ).toEqual([])
    expect((await other.get(`${properties}${property.id}/`)).body).toEqual({
      ...property,
      client_key: null,
      added_by_me: false,
    })
  })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { LocationSuggestion } from '#core/contract/property.ts'
import { addressKey } from '#core/domain/addresses/address-key.ts'
import type { HomeAddress } from '#core/domain/addresses/us-address.ts'
import { upsertAddresses } from '#server/locations/addresses-repository.ts'
import { GeocoderFailed, type Geocoder } from '#server/locations/geocoder.ts'
import type { GeocoderAnswer } from '#server/locations/geocoder-answers.ts'
import { createLocationFinder } from '#server/locations/location-finder.ts'
import { beginGeocoding, deleteOldGeocoderAnswers } from '#server/locations/lookups-repository.ts'
import { wholeFeed } from '#tests/support/change-feed.ts'
import { onEveryDatabase } from '#tests/support/databases.ts'
import { aForm } from '#tests/support/listings.ts'
import { anAgent, type Agent, type TestServer } from '#tests/support/server.ts'

const properties = '/api/properties/properties/'
const place = { latitude: 38.631913, longitude: -121.434879 }
const elsewhere = { latitude: 38.6, longitude: -121.4 }
const nowhere = { latitude: null, longitude: null, location_source: null }

let homes = 0

function aHome(unit = '') {
  homes += 1
  const street = `Elm${randomUUID().replaceAll('-', '')}`
  return { address: `${homes} ${street} Street${unit}`, city: 'Sacramento', state: 'CA', zip_code: '95838' }
}

async function inFile(server: TestServer, home: HomeAddress, at = place) {
  const { houses, detail, city } = addressKey(home)!
  await upsertAddresses(server.services.database.db, [{ house: houses[0]!, detail, city, ...at }])
}

async function added(agent: Agent, home: object) {
  const answer = await agent.post(properties, home)
  expect(answer.status).toBe(201)
  return answer.body
}

async function now(agent: Agent, { id }: { id: number }) {
  return (await agent.get(`${properties}${id}/`)).body
}

function aGeocoder(answers: (home: HomeAddress) => GeocoderAnswer | Promise<GeocoderAnswer>) {
  const asked: string[] = []
  const geocoder: Geocoder = {
    provider: 'nominatim',
    cacheKey: (home) => addressKey(home)?.houses[0] ?? null,
    ask: async (home) => {
      asked.push(home.address)
      return answers(home)
    },
  }
  return { geocoder, asked: (home: HomeAddress) => asked.filter((address) => address === home.address).length }
}

const attribution = '© OpenStreetMap contributors'
const found: GeocoderAnswer = { kind: 'house', ...place, label: '3526, High Street', attribution }
const coarse: GeocoderAnswer = { kind: 'suggestion', ...place, label: 'High Street, Sacramento', attribution }
const suggestion = {
  ...place,
  label: 'High Street, Sacramento',
  provider: 'nominatim',
  attribution,
} satisfies LocationSuggestion

onEveryDatabase((server) => {
  const db = () => server().services.database.db
  const lookUp = () => server().services.locations.lookUpDue()
  const finderWith = (geocoder: Geocoder, clock?: () => number) =>
    createLocationFinder(server().services.database, geocoder, clock)

  test('a home is located from the address files, and the feed has its place, also in its listing', async () => {
    const [agent, other] = [await anAgent(server()), await anAgent(server())]
    const home = aHome()
    await inFile(server(), { ...home, address: home.address.toUpperCase().replace('STREET', 'ST') })
    const typed = await added(agent, home)
    const form = aForm({ property: typed.id, listing_price: 250_000, description: 'A house.', status: 'For Sale' })
    const listing = (await agent.post('/api/listings/', form)).body
    expect(typed).toMatchObject(nowhere)

    const heard: number[] = []
    const stopListening = server().services.database.signals.listen(agent.id, () => heard.push(agent.id))
    expect(await lookUp()).toBeGreaterThanOrEqual(1)
    stopListening()
    expect(heard).not.toHaveLength(0)
    const located = { ...place, location_source: 'address_file', location_suggestion: null }
    expect(await now(agent, typed)).toMatchObject({ ...located, version: typed.version + 1 })
    const feed = await wholeFeed(other)
    expect(feed.find(({ entity, id }) => entity === 'property' && id === typed.id)?.record).toMatchObject(located)
    const mine = (await wholeFeed(agent)).find(({ entity, id }) => entity === 'listing' && id === listing.id)
    expect(mine?.record).toMatchObject({ property: located })
    expect(await lookUp()).toBe(0)
  })

  test('a new address drops a looked-up location, and is looked up itself', async () => {
    const agent = await anAgent(server())
    const [home, corrected] = [aHome(), aHome()]
    await inFile(server(), home)
    await inFile(server(), corrected, elsewhere)
    const { id } = await added(agent, home)
    await lookUp()
    const same = await agent.patch(`${properties}${id}/`, { bedrooms: 3 })
    expect(same.body).toMatchObject({ ...place, location_source: 'address_file' })
    const moved = await agent.patch(`${properties}${id}/`, { address: corrected.address })
    expect(moved.body).toMatchObject(nowhere)
    await lookUp()
    expect(await now(agent, { id })).toMatchObject({ ...elsewhere, location_source: 'address_file' })
  })

  test('a location set by the agent or an import is never looked up, even at a new address', async () => {
    const agent = await anAgent(server())
    const pin = { latitude: 38.5, longitude: -121.5 }
    for (const source of ['agent', 'file'] as const) {
      const [home, corrected] = [aHome(), aHome()]
      await inFile(server(), home)
      await inFile(server(), corrected)
      const { id } = await added(agent, { ...home, ...pin })
      const { db } = server().services.database
      await db.updateTable('properties').set({ location_source: source }).where('id', '=', id).execute()
      await agent.patch(`${properties}${id}/`, { address: corrected.address })
      await server().services.locations.lookUpAllAgain()
      expect(await now(agent, { id })).toMatchObject({ ...pin, location_source: source })
    }
  })

  test('a pin that the agent moves counts as the agent’s, whatever set it first', async () => {
    const agent = await anAgent(server())
    const home = aHome()
    await inFile(server(), home)
    const { id } = await added(agent, home)
    await lookUp()
    const moved = await agent.patch(`${properties}${id}/`, elsewhere)
    expect(moved.body).toMatchObject({ ...elsewhere, location_source: 'agent' })
  })

  test('an address that changes during its lookup does not get the old address’s location', async () => {
    const agent = await anAgent(server())
    const home = aHome()
    const { id } = await added(agent, home)
    const { geocoder } = aGeocoder(async ({ address }) => {
      if (address !== home.address) return { kind: 'nothing' }
      await agent.patch(`${properties}${id}/`, { address: aHome().address })
      return found
    })
    await finderWith(geocoder).lookUpDue()
    expect(await now(agent, { id })).toMatchObject({ ...nowhere, location_suggestion: null })
  })

  test('a home that no file has is geocoded once, for all units of its house', async () => {
    const agent = await anAgent(server())
    const home = aHome()
    const units = [await added(agent, home), await added(agent, { ...home, address: `${home.address} #2` })]
    const { geocoder, asked } = aGeocoder(() => found)
    const finder = finderWith(geocoder)
    await finder.lookUpDue()
    for (const unit of units) {
      expect(await now(agent, unit)).toMatchObject({
        ...place,
        location_source: 'geocoder',
        location_suggestion: { ...place, label: '3526, High Street', provider: 'nominatim', attribution },
      })
    }
    expect(asked(home) + asked({ address: `${home.address} #2` })).toBe(1)
  })

  test('a coarse answer is a suggestion to confirm, and a new address drops it', async () => {
    const agent = await anAgent(server())
    const [first, second] = [await added(agent, aHome()), await added(agent, aHome())]
    const { geocoder, asked } = aGeocoder(() => coarse)
    const finder = finderWith(geocoder)
    await finder.lookUpDue()
    expect(await now(agent, first)).toMatchObject({
      ...nowhere,
      location_suggestion: suggestion,
      version: first.version + 1,
    })
    const confirmed = await agent.patch(`${properties}${first.id}/`, { ...place, location_source: 'agent' })
    expect(confirmed.body).toMatchObject({ ...place, location_source: 'agent', location_suggestion: null })
    const corrected = await agent.patch(`${properties}${second.id}/`, { address: aHome().address })
    expect(corrected.body).toMatchObject({ ...nowhere, location_suggestion: null })
    await finder.lookUpDue()
    expect(asked(first)).toBe(1)
    const sent = await agent.patch(`${properties}${second.id}/`, { location_suggestion: suggestion })
    expect(sent.body.version).toBe((await now(agent, second)).version)
  })

  test('a failing provider is asked later, and after three failures paused for a minute', async () => {
    const agent = await anAgent(server())
    const typed: { id: number; address: string }[] = []
    for (let count = 0; count < 5; count += 1) typed.push(await added(agent, aHome()))
    let clock = 0
    const { geocoder, asked } = aGeocoder(() => {
      throw new GeocoderFailed('The geocoder answered 503.')
    })
    const finder = finderWith(geocoder, () => clock)
    await finder.lookUpDue()
    const times = () => typed.reduce((sum, home) => sum + asked(home), 0)
    expect(times()).toBe(3)
    await finder.lookUpDue()
    expect(times()).toBe(3)
    clock += 61_000
    await finder.lookUpDue()
    expect(times()).toBe(4)
    const ids = typed.map(({ id }) => id)
    const rows = await db().selectFrom('location_lookups').select('attempts').where('property_id', 'in', ids).execute()
    expect(rows.filter(({ attempts }) => attempts === 1)).toHaveLength(4)
    expect(rows).toContainEqual({ attempts: 0 })
  })

  test('several finders on one database never look up the same home at once', async () => {
    const agent = await anAgent(server())
    const typed: { id: number; address: string }[] = []
    for (let count = 0; count < 12; count += 1) typed.push(await added(agent, aHome()))
    const { geocoder, asked } = aGeocoder(() => found)
    await Promise.all([1, 2, 3].map(() => finderWith(geocoder).lookUpDue()))
    expect(typed.map(asked)).toEqual(typed.map(() => 1))
    for (const home of typed) expect((await now(agent, home)).location_source).toBe('geocoder')
  })

  test('a geocoder that is added or replaced is asked about the homes still without a location', async () => {
    const agent = await anAgent(server())
    const home = await added(agent, aHome())
    await lookUp()
    const nothing = aGeocoder(() => ({ kind: 'nothing' }))
    await beginGeocoding(db(), 'nominatim')
    await finderWith(nothing.geocoder).lookUpDue()
    expect(nothing.asked(home)).toBe(1)
    await beginGeocoding(db(), 'nominatim')
    await finderWith(nothing.geocoder).lookUpDue()
    expect(nothing.asked(home)).toBe(1)
    const other = aGeocoder(() => found)
    await beginGeocoding(db(), 'photon')
    await finderWith({ ...other.geocoder, provider: 'photon' }).lookUpDue()
    expect((await now(agent, home)).location_source).toBe('geocoder')
  })

  test('geocoder answers are deleted after three months', async () => {
    const row = { provider: 'nominatim', answer: '{"kind":"nothing"}' }
    const days = (count: number) => new Date(Date.now() - count * 86_400_000)
    await db()
      .insertInto('geocoder_answers')
      .values([
        { ...row, address: 'old', answered_at: days(91) },
        { ...row, address: 'new', answered_at: days(89) },
      ])
      .execute()
    await deleteOldGeocoderAnswers(db())
    const left = db().selectFrom('geocoder_answers').select('address').where('address', 'in', ['old', 'new'])
    expect(await left.execute()).toEqual([{ address: 'new' }])
  })
})

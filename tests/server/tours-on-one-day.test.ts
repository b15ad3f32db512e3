import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { estimateDrive, type Place } from '#core/domain/travel/driving.ts'
import { secondsOfDay } from '#core/domain/time/wall-clock.ts'
import { readPlanningDay } from '#server/tours/engagements-repository.ts'
import { dayForPlanning } from '#storage/schedule/visits-of-day.ts'
import type { Device } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import { anAgent, type Agent, startTestServer, type TestServer } from '#tests/support/server.ts'
import { aTour, makeTour, someListings } from '#tests/support/tours.ts'

const date = '2026-11-23'
const address = '/api/tours/tours/'
const anHour = { min_duration_per_property: 60, max_duration_per_property: 60, include_lunch_break: false }

let server: TestServer
let device: Device

beforeEach(async () => {
  server = await startTestServer()
})

afterEach(async () => {
  await device?.database.delete()
  await server.stop()
})

async function deviceOf(agent: Agent): Promise<Device> {
  device = await openDevice(String(agent.id))
  const { listings, showings, tours, appointments } = device.database
  const read = async (path: string) => (await agent.get(path)).body.results as { id: number }[]
  for (const listing of await read('/api/listings/')) {
    await listings.put({ ...listing, key: String(listing.id) } as never)
    for (const showing of await read(`/api/listings/${listing.id}/showings/`))
      await showings.put({ ...showing, key: String(showing.id), listing_key: String(listing.id) } as never)
  }
  for (const tour of await read(address)) await tours.put({ ...tour, key: String(tour.id) } as never)
  for (const appointment of await read('/api/scheduling/appointments/'))
    await appointments.put({ ...appointment, key: String(appointment.id) } as never)
  return device
}

function aTourAt(agent: Agent, listings: { id: number }[], start: string, end: string) {
  const times = { preferred_start_time: start, preferred_end_time: end, preferences: anHour }
  return makeTour(agent, aTour(listings, times))
}

test('the drives to another tour of the day and from it are kept free, as for a showing', async () => {
  const agent = await anAgent(server)
  const listings = await someListings(agent, 3)
  const [first, last, home] = [listings[0]!, listings[1]!, listings[2]!]
  const other = await aTourAt(agent, [first, last], '10:00', '13:00')
  const span = [other.stops[0].estimated_arrival, other.stops[1].estimated_departure].map(secondsOfDay)
  const placeOf = async ({ id }: { id: number }): Promise<Place> =>
    (await agent.get(`/api/listings/${id}/`)).body.property
  const [toFirst, fromLast] = [
    estimateDrive(await placeOf(home), await placeOf(first)).seconds,
    estimateDrive(await placeOf(last), await placeOf(home)).seconds,
  ]
  expect(toFirst).not.toBe(fromLast)
  const plan = async (start: string, end: string, preferences: object) => {
    const tour = await makeTour(
      agent,
      aTour([home], { preferred_start_time: start, preferred_end_time: end, preferences }),
      'best',
    )
    await agent.delete(`${address}${tour.id}/`)
    return tour
  }
  const before = await plan('09:00', '12:00', { ...anHour, min_duration_per_property: 15 })
  expect(secondsOfDay(before.stops[0].estimated_departure)).toBeLessThanOrEqual(span[0]! - toFirst)
  const after = await plan('10:00', '17:00', anHour)
  expect(secondsOfDay(after.stops[0].estimated_arrival)).toBe(span[1]! + fromLast)
  // Drives to and from the other tour do not count for this one.
  expect([before.total_distance, after.total_distance]).toEqual([0, 0])
})

test('device and server agree on a day: completed, canceled and empty tours take no time of it', async () => {
  const agent = await anAgent(server)
  const listings = await someListings(agent, 3)
  const showing = { showing_date: date, client_email: 'jo@example.com', start_time: '15:00', end_time: '15:30' }
  await agent.post(`/api/listings/${listings[2]!.id}/showings/`, showing)
  const off = { ...showing, start_time: '14:00', end_time: '14:30', status: 'Cancelled' }
  await agent.post(`/api/listings/${listings[2]!.id}/showings/`, off)
  await agent.post('/api/scheduling/appointments/', { date, start_time: '16:00', end_time: '16:30' })
  const led = await aTourAt(agent, listings.slice(0, 2), '10:00', '13:00')
  for (const statuses of [['in_progress', 'completed'], ['cancelled']]) {
    const over = await aTourAt(agent, listings.slice(2), '09:00', '15:00')
    for (const status of statuses) await agent.patch(`${address}${over.id}/`, { status })
  }
  const empty = await aTourAt(agent, listings.slice(2), '09:00', '09:30')
  expect(empty.stops).toEqual([])

  const seen = await readPlanningDay(server.services.database.db, agent.id, date, null)
  expect(seen.busy).toEqual([[16 * 3600, 16.5 * 3600]])
  expect(seen.fixed.map(({ id }) => String(id).split(' ')[0])).toEqual(['tour', 'showing'])
  expect(seen.fixed[0]).toMatchObject({ id: `tour ${led.id}`, endPlace: expect.anything() })
  const { database } = await deviceOf(agent)
  expect(await dayForPlanning(database, date)).toEqual(seen)
  const without = await readPlanningDay(server.services.database.db, agent.id, date, led.id)
  expect(without.fixed).toHaveLength(1)
  expect(await dayForPlanning(database, date, String(led.id))).toEqual(without)
})

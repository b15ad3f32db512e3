import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultTourPreferences } from '#core/contract/tour-preferences.ts'
import type { Fields } from '#core/contract/json.ts'
import { runOf } from '#core/domain/tours/tour-run.ts'
import { inputWithAddedStop, stopsWithAdded } from '#core/planner/add-stop.ts'
import { planTour } from '#core/planner/plan-tour.ts'
import { updateRecord } from '#core/sync/writing/update-record.ts'
import { addHomeToShow, removeHomeToShow } from '#records/homes/add-home-to-show.ts'
import { deleteDevice } from '#storage/opening/delete-device.ts'
import type { Device as AppDevice } from '#storage/device/device.ts'
import { openDevice } from '#storage/opening/open-device.ts'
import type { TourRow, TourStopRow } from '#storage/database/rows.ts'
import { onAnyDatabase } from '#tests/support/databases.ts'
import { anOffice, clock, type Device, ids } from '#tests/support/device-at-server.ts'
import { sharedChangesAreTold } from '#tests/support/shared-changes.ts'
import { aTour, makeTour, someListings } from '#tests/support/tours.ts'

let empty: AppDevice

beforeEach(async () => {
  empty = await openDevice('0')
})

afterEach(async () => {
  empty.close()
  await deleteDevice('0')
})

const app = ({ replica }: Device) => ({ ...empty, replica, clock, ids }) as unknown as AppDevice

const unknown = { name: '', phone: '', email: '', brokerage: '', mls_number: '', link: '' }
const facts = {
  address: '1427 SE 34th Ave',
  city: 'Portland',
  state: 'OR',
  zip_code: '97214',
  bedrooms: null,
  bathrooms: null,
}
const aHome = () => ({
  opId: ids.uuid(),
  facts,
  listing_price: 0,
  listed_by: { ...unknown, name: 'Ada Bell' },
  propertyKey: null,
})

onAnyDatabase((server) => {
  test('a home added offline to a running tour arrives with it, in the plan that the agent saw', async () => {
    const { agent, devices } = await anOffice(server(), 2)
    const [phone, desk] = devices as [Device, Device]
    const made = await makeTour(agent, aTour(await someListings(agent, 2)))
    await sharedChangesAreTold(server())
    await phone.sync()

    const key = await addHomeToShow(app(phone), aHome())
    const tour = phone.replica.allRows('tour').find(({ id }) => id === made.id) as unknown as TourRow
    const home = { id: key, address: facts.address, city: facts.city, latitude: 45.45, longitude: -122.63 }
    const question = inputWithAddedStop<TourStopRow>({
      tour: { ...tour, preferences: { ...defaultTourPreferences, include_lunch_break: false } },
      run: runOf(tour),
      home,
      at: 'next',
      day: { busy: [], fixed: [] },
      now: null,
    })
    const { ends, ...plan } = stopsWithAdded(question, planTour(question.input), tour.stops)!
    const { key: tourKey, ...opened } = tour as unknown as Fields & { key: string }
    const changes = {
      ...plan,
      planning: 'given',
      selected_listings: plan.stops.map(({ listing_id }) => listing_id ?? ''),
      ...(ends > tour.end_time ? { end_time: ends } : {}),
    } as Fields
    await updateRecord(phone.replica, clock, { opId: ids.uuid(), entity: 'tour', key: tourKey, opened, changes })
    await phone.sync()

    const { body } = await agent.get(`/api/tours/tours/${made.id}/`)
    const times = (stops: readonly TourStopRow[]) =>
      stops.map(({ listing_address, estimated_arrival, drive_minutes }) => [
        listing_address,
        estimated_arrival,
        drive_minutes,
      ])
    expect(times(body.stops)).toEqual(times(plan.stops))
    expect(body.stops[0]).toMatchObject({ listing_address: '1427 SE 34th Ave', listing_id: expect.any(Number) })
    await sharedChangesAreTold(server())
    await desk.sync()
    expect(desk.replica.allRows('listing').find(({ id }) => id === body.stops[0].listing_id)).toMatchObject({
      listing_price: 0,
      listed_by: { name: 'Ada Bell' },
      property: { address: '1427 SE 34th Ave' },
    })
  })

  test('a home that is removed again after it was sent leaves nothing on the server', async () => {
    const { agent, devices } = await anOffice(server(), 1)
    const [phone] = devices as [Device]
    const key = await addHomeToShow(app(phone), aHome())
    await phone.sync()
    expect((await agent.get('/api/listings/?listed_by=others')).body.results).toHaveLength(1)
    await removeHomeToShow(app(phone), key)
    await phone.sync()
    expect((await agent.get('/api/listings/?listed_by=others')).body.results).toEqual([])
    const { body } = await agent.get('/api/properties/properties/')
    expect(body.results.filter(({ address }: { address: string }) => address === facts.address)).toEqual([])
  })
})

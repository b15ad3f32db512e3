import type { Browser } from '@playwright/test'
import { recordsOnServer } from '../support/journey-steps.ts'
import type { BuiltServer } from '../support/built-server.ts'
import { arrive } from './agents.ts'

/** Record ids for the `$…Id` of addresses. */
export type Places = Readonly<Record<string, string>>

export async function placesOf(browser: Browser, server: BuiltServer): Promise<Places> {
  const context = await arrive(browser, server, 'full', {})
  const recordsOf = (path: string) => recordsOnServer(context, server.origin, path)
  const first = (records: Record<string, unknown>[]) => String(Math.min(...records.map(({ id }) => Number(id))))
  const listings = await recordsOf('listings/')
  const openHouses = await Promise.all(listings.map(({ id }) => recordsOf(`listings/${String(id)}/open-houses/`)))
  const today = new Date().toLocaleDateString('sv-SE')
  const tours = await recordsOf('tours/tours/')
  const places = {
    listingId: first(listings),
    clientId: first(await recordsOf('crm/clients/')),
    propertyId: first(await recordsOf('properties/properties/')),
    openHouseId: first(openHouses.flat().filter(({ date }) => String(date) > today)),
    tourId: first(tours.filter(({ tour_date }) => String(tour_date) > today)),
    tourToday: first(tours.filter(({ tour_date }) => tour_date === today)),
  }
  await context.close()
  return places
}

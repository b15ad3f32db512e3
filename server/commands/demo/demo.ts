import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { User } from '#core/contract/account.ts'
import { newAppointmentSchema } from '#core/contract/appointment.ts'
import { newDoorCardSchema } from '#core/contract/door-card.ts'
import { newOpenHouseVisitSchema } from '#core/contract/open-house-visit.ts'
import { newShowingSchema } from '#core/contract/showing.ts'
import { newTourSchema } from '#core/contract/tour.ts'
import type { Property } from '#core/contract/property.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { register } from '#server/accounts/accounts-service.ts'
import { appointments } from '#server/appointments/appointments.ts'
import { clients } from '#server/clients/clients.ts'
import type { WriteRequest } from '#server/database/write.ts'
import { doorCards } from '#server/door-cards/door-cards.ts'
import { followUps } from '#server/follow-ups/follow-ups.ts'
import { interactions } from '#server/interactions/interactions.ts'
import { addListingImage } from '#server/listings/listing-images-service.ts'
import { addListing } from '#server/listings/listings-service.ts'
import { openHouseVisits } from '#server/open-houses/open-house-visits.ts'
import { openHouses } from '#server/open-houses/open-houses.ts'
import { importCatalog } from '#server/properties/import-catalog.ts'
import { findPropertyByIdentity, listUnclaimedProperties } from '#server/properties/properties-repository.ts'
import { addOwn } from '#server/records/own-records.ts'
import type { Services } from '#server/services.ts'
import { showings } from '#server/showings/showings.ts'
import { readTouredListings } from '#server/tours/toured-listings-repository.ts'
import { addTour, changeTour } from '#server/tours/tours-service.ts'
import { addExposure } from '#server/statistics/exposure-service.ts'
import { demoClients, demoInteractions } from './demo-clients.ts'
import { demoDoors } from './demo-doors.ts'
import { demoDescription, demoStatus, neighboringHomes } from './demo-houses.ts'
import { asRequestOf, recordOf } from './demo-requests.ts'
import { addDemoRespondents } from './demo-survey.ts'
import { addHomesToShow, addTypedHomes } from './demo-typed-homes.ts'
import { type DemoDays, demoDays, demoExposure, listingCount, visitedListings } from './demo-visits.ts'
import { drawHouse } from './draw-house.ts'
import type { CommandTask } from '#server/commands/command.ts'

const clientCount = 60
const photographedListings = 12
/** Position, among the listings, of the listing whose home the agent entered by hand. */
const typedHomeIndex = 3
const contactedClients = 24

/** Creates a fictional agent with a full workspace, and survey respondents. Prints how to sign in. */
export async function demo({ withServices, print }: CommandTask): Promise<void> {
  await withServices(async (services) => {
    const { username, password } = await fillDemo(services)
    print(`Username: ${username}`)
    print(`Password: ${password}`)
  })
}

export async function fillDemo(services: Services): Promise<{ username: string; password: string }> {
  const password = randomBytes(9).toString('base64url')
  const agent = await registerDemoAgent(services, password)
  const properties = await propertiesToList(services, agent.id)
  // Listings at the beginning get a photo and visits, so the home entered by hand is inserted there.
  properties.splice(typedHomeIndex, 0, await addTypedHomes(services, asRequestOf(agent.id)))
  const listingIds: number[] = []
  for (const [index, property] of properties.entries()) {
    listingIds.push(await addDemoListing(services, agent.id, property, index))
  }
  for (const [index, listingId] of listingIds.slice(0, 3).entries()) {
    const photo = { name: 'side.jpg', bytes: await drawHouse(1000 + index) }
    const request = asRequestOf(agent.id)
    recordOf(
      await addListingImage(services, request, listingId, photo, { caption: 'From the garden', is_primary: false }),
    )
  }
  const clientIds: number[] = []
  // The empty array: the URL of clients, unlike that of showings, has no listing id.
  for (const client of demoClients(clientCount))
    clientIds.push(recordOf(await addOwn(services.database, asRequestOf(agent.id), clients, [], client)).id)
  await addDemoInteractions(services, agent.id, clientIds.slice(0, contactedClients))
  const homesToShow = await addHomesToShow(services, asRequestOf(agent.id))
  await addDemoDoors(
    services,
    agent.id,
    [...properties.map(({ id }) => id), ...homesToShow.map(({ property }) => property)],
    clientIds,
  )
  await addDemoVisits(services, agent.id, [...listingIds, ...homesToShow.map(({ id }) => id)])
  await addDemoRespondents(services)
  await spreadOverTheLastWeeks(services, agent.id)
  await addDemoPriceChanges(services, listingIds)
  return { username: agent.username, password }
}

function registerDemoAgent({ database }: Services, password: string): Promise<User> {
  const username = `demo-${randomBytes(3).toString('hex')}`
  return register(database, {
    username,
    email: `${username}@example.com`,
    password,
    password2: password,
    first_name: 'Morgan',
    last_name: 'Ellery',
    license_number: 'OR-201234567',
    phone_number: '(503) 555-0199',
  })
}

/** Properties that no agent has added or listed, one fewer than there are listings. Adds fictional ones if there are too few. */
async function propertiesToList({ database: { db } }: Services, agentId: number): Promise<Property[]> {
  const unclaimed = () => listUnclaimedProperties(db, agentId, listingCount - 1)
  let homes = await unclaimed()
  for (let distance = 1; homes.length < listingCount - 1; distance += 1) {
    // Skips homes that the catalog has already: an import would overwrite properties entered by agents.
    const added = await Promise.all(
      neighboringHomes(distance).map(async (home) => ((await findPropertyByIdentity(db, agentId, home)) ? [] : [home])),
    )
    await importCatalog(db, added.flat().slice(0, listingCount - 1 - homes.length))
    homes = await unclaimed()
  }
  return homes
}

async function addDemoListing(services: Services, agentId: number, property: Property, index: number): Promise<number> {
  const photo = index < photographedListings ? { name: 'front.jpg', bytes: await drawHouse(property.id) } : undefined
  const listing = {
    property: property.id,
    listing_price: property.price ?? 450_000,
    description: demoDescription(property, index),
    status: demoStatus(index),
  }
  return recordOf(await addListing(services, asRequestOf(agentId), listing, photo)).id
}

async function addDemoVisits(services: Services, agentId: number, listingIds: readonly number[]): Promise<void> {
  const { database } = services
  const request = asRequestOf(agentId)
  const today = dateOfInstant(Date.now())
  const days = demoDays(
    today,
    demoClients(clientCount).map(({ email }) => email),
  )
  for (const { listing, showing } of days.showings) {
    recordOf(await addOwn(database, request, showings, [listingIds[listing]!], v.parse(newShowingSchema, showing)))
  }
  for (const { listing, openHouse, visitors } of days.openHouses) {
    const listingId = listingIds[listing]!
    const open_house = recordOf(await addOwn(database, request, openHouses, [listingId], openHouse)).id
    for (const visitor of visitors) {
      const visit = v.parse(newOpenHouseVisitSchema, { open_house, ...visitor })
      recordOf(await addOwn(database, request, openHouseVisits, [listingId], visit))
    }
  }
  for (const appointment of days.appointments)
    recordOf(await addOwn(database, request, appointments, [], v.parse(newAppointmentSchema, appointment)))
  for (const { listings, tour } of days.tours)
    await addDemoTour(
      services,
      request,
      listings.map((index) => listingIds[index]!),
      tour,
    )
  for (const [index, listingId] of listingIds.slice(0, visitedListings).entries()) {
    const outcome = await addExposure(database, request, listingId, demoExposure(today, index))
    if (outcome.status !== 201) throw new Error(`The demo could not be created: ${outcome.status}`)
  }
}

async function addDemoPriceChanges({ database }: Services, listingIds: readonly number[]): Promise<void> {
  await sql`
    insert into listing_price_changes (listing_id, from_cents, to_cents, changed_at)
    select id, price_cents + 1500000, price_cents, created_at + (now() - created_at) / 2
    from listings where id = any(${listingIds.slice(0, 2)})`.execute(database.db)
}

async function addDemoInteractions(
  { database }: Services,
  agentId: number,
  clientIds: readonly number[],
): Promise<void> {
  const request = asRequestOf(agentId)
  const samples = demoInteractions(dateOfInstant(Date.now()), clientIds)
  for (const interaction of samples.interactions)
    recordOf(await addOwn(database, request, interactions, [], interaction))
  for (const followUp of samples.followUps) recordOf(await addOwn(database, request, followUps, [], followUp))
}

async function addDemoDoors(
  { database }: Services,
  agentId: number,
  propertyIds: readonly number[],
  clientIds: readonly number[],
): Promise<void> {
  for (const { listing, seller, card } of demoDoors) {
    const client = seller === null ? null : clientIds[seller]
    const doorCard = v.parse(newDoorCardSchema, { ...card, property: propertyIds[listing], client })
    recordOf(await addOwn(database, asRequestOf(agentId), doorCards, [], doorCard))
  }
}

/** Adds a tour of those listings that are available, in the planner's best order. A past tour is marked as completed. */
async function addDemoTour(
  services: Services,
  request: WriteRequest,
  listingIds: readonly number[],
  tour: DemoDays['tours'][number]['tour'],
): Promise<void> {
  const listingsById = await readTouredListings(services.database.db, request.agentId, listingIds)
  const selected_listings = listingIds
    .filter((id) => listingsById.get(id)?.isOnMarket)
    .toSorted((one, other) => one - other)
  if (selected_listings.length === 0) return
  const { id } = recordOf(
    await addTour(services, request, v.parse(newTourSchema, { ...tour, selected_listings }), 'best'),
  )
  if (tour.tour_date >= dateOfInstant(Date.now())) return
  await changeTour(services, request, id, { status: 'in_progress' })
  await changeTour(services, request, id, { status: 'completed' })
}

/** Gives the records different creation times, so that sorting by date is meaningful. */
async function spreadOverTheLastWeeks({ database }: Services, agentId: number): Promise<void> {
  for (const table of ['listings', 'clients'] as const) {
    await database.db
      .updateTable(table)
      .set({ created_at: sql`now() - make_interval(hours => (id * 37 % 1900)::int)` })
      .where('agent_id', '=', agentId)
      .execute()
  }
}

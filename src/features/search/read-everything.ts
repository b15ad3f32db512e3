import { peopleAmong } from '#core/domain/clients/people.ts'
import type { Device } from '#storage/device/device.ts'
import { readInSteps } from '#storage/reading/read-in-steps.ts'
import type { ClientRow, ListingRow } from '#storage/database/rows.ts'
import {
  type About,
  type FoundRecord,
  ofAppointment,
  ofClient,
  ofDoorCard,
  ofFollowUp,
  ofInteraction,
  ofListing,
  ofOpenHouse,
  ofProperty,
  ofShowing,
  ofTour,
  ofVisitor,
} from './found-records.ts'

/** What the words of the records come from. */
export const tablesRead = [
  'clients',
  'listings',
  'tours',
  'showings',
  'open_houses',
  'open_house_visits',
  'appointments',
  'follow_ups',
  'interactions',
  'door_cards',
  'properties',
] as const

/**
 * Reads all records of the device, people and homes first, in small steps; `tell` first gets these, then all. Ends
 * early once `isWanted` says no.
 */
export async function readEverything(
  { database }: Device,
  today: string,
  isWanted: () => boolean,
  tell: (records: FoundRecord[], isComplete: boolean) => void,
): Promise<void> {
  const records: FoundRecord[] = []
  const listings = new Map<string, ListingRow>()
  const listed = new Set<string>()
  const clients: ClientRow[] = []

  await readInSteps(database.clients, isWanted, (client) => {
    clients.push(client)
    records.push(ofClient(client))
  })
  await readInSteps(database.listings, isWanted, (listing) => {
    listings.set(listing.key, listing)
    if (listing.property_key !== undefined) listed.add(listing.property_key)
    records.push(...ofListing(listing))
  })
  tell([...records], false)
  const about: About = { today, people: peopleAmong(clients), listings }
  await readInSteps(database.tours, isWanted, (tour) => records.push(ofTour(tour, about)))
  await readInSteps(database.showings, isWanted, (showing) => records.push(ofShowing(showing, about)))
  await readInSteps(database.open_houses, isWanted, (openHouse) => records.push(ofOpenHouse(openHouse, about)))
  await readInSteps(database.open_house_visits, isWanted, (visitor) => records.push(...ofVisitor(visitor, about)))
  await readInSteps(database.appointments, isWanted, (appointment) => records.push(ofAppointment(appointment, about)))
  await readInSteps(database.follow_ups, isWanted, (followUp) => {
    if (!followUp.done) records.push(...ofFollowUp(followUp, about))
  })
  await readInSteps(database.interactions, isWanted, (interaction) => {
    if (interaction.text !== '') records.push(...ofInteraction(interaction, about))
  })
  const cards = await database.door_cards.toArray()
  const homes = await database.properties.bulkGet(cards.map(({ property_key }) => property_key))
  for (const [index, card] of cards.entries()) records.push(ofDoorCard(card, homes[index]))
  // A home that is listed is found as the listing.
  await readInSteps(database.properties, isWanted, (property) => {
    if (!listed.has(property.key)) records.push(ofProperty(property))
  })
  tell(records, true)
}

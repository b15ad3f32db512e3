import { indexClients, clientName, type People } from '#core/domain/clients/client-rules.ts'
import type { Device } from '#storage/device/device.ts'
import { readInSteps } from '#storage/reading/read-in-steps.ts'
import type {
  ClientRow,
  ListingRow,
  AppointmentRow,
  DoorCardRow,
  FollowUpRow,
  InteractionRow,
  OpenHouseRow,
  OpenHouseVisitRow,
  PropertyRow,
  ShowingRow,
  TourRow,
} from '#storage/database/rows.ts'
import { isListedByOther } from '#core/contract/record-constants.ts'
import { normalizeSearchText } from '#core/domain/listings/listing-rules.ts'
import type { SearchableRecord } from '#core/domain/search/search-records.ts'
import { placeText, formatListedBy, formatListingPrice } from '#core/domain/listings/listing-display.ts'
import { stopsText, tourTitle } from '#core/domain/tours/tour-labels.ts'
import { visitorName } from '#core/domain/clients/visitor-as-client.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

export const searchedTables = [
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

/** `onRecords` receives clients and listings first, then all records. Stops once `isWanted` returns false. */
export async function readSearchableRecords(
  { database }: Device,
  today: string,
  isWanted: () => boolean,
  onRecords: (records: FoundRecord[], isComplete: boolean) => void,
): Promise<void> {
  const records: FoundRecord[] = []
  const listings = new Map<string, ListingRow>()
  const listedProperties = new Set<string>()
  const clients: ClientRow[] = []

  await readInSteps(database.clients, isWanted, (client) => {
    clients.push(client)
    records.push(ofClient(client))
  })
  await readInSteps(database.listings, isWanted, (listing) => {
    listings.set(listing.key, listing)
    if (listing.property_key !== undefined) listedProperties.add(listing.property_key)
    records.push(...ofListing(listing))
  })
  onRecords([...records], false)
  const lookups: Lookups = { today, people: indexClients(clients), listings }
  await readInSteps(database.tours, isWanted, (tour) => records.push(ofTour(tour, lookups)))
  await readInSteps(database.showings, isWanted, (showing) => records.push(ofShowing(showing, lookups)))
  await readInSteps(database.open_houses, isWanted, (openHouse) => records.push(ofOpenHouse(openHouse, lookups)))
  await readInSteps(database.open_house_visits, isWanted, (visitor) => records.push(...ofVisitor(visitor, lookups)))
  await readInSteps(database.appointments, isWanted, (appointment) => records.push(ofAppointment(appointment, lookups)))
  await readInSteps(database.follow_ups, isWanted, (followUp) => {
    if (!followUp.done) records.push(...ofFollowUp(followUp, lookups))
  })
  await readInSteps(database.interactions, isWanted, (interaction) => {
    if (interaction.text !== '') records.push(...ofInteraction(interaction, lookups))
  })
  const cards = await database.door_cards.toArray()
  const homes = await database.properties.bulkGet(cards.map(({ property_key }) => property_key))
  for (const [index, card] of cards.entries()) records.push(ofDoorCard(card, homes[index]))
  // A property with a listing is found as its listing.
  await readInSteps(database.properties, isWanted, (property) => {
    if (!listedProperties.has(property.key)) records.push(ofProperty(property))
  })
  onRecords(records, true)
}

const kindsInOrder = [
  'Client',
  'Listing',
  'Home I show',
  'Tour',
  'Showing',
  'Open house',
  'Visitor',
  'Appointment',
  'Follow-up',
  'History',
  'Door card',
  'Property',
  'Seller report',
] as const

export type SearchResultKind = (typeof kindsInOrder)[number]

export type FoundRecord = SearchableRecord & { kind: SearchResultKind; title: string; note: string; path: string }

/** What the texts of a record need: `today` for its dates, and the clients and listings that it names. */
type Lookups = { today: string; people: People<ClientRow>; listings: ReadonlyMap<string, ListingRow> }

/** `notes` are shown below the title; `more` is searched but not shown. */
function found(
  kind: SearchResultKind,
  row: { key: string },
  {
    title,
    notes,
    more = [],
    path,
    day,
  }: { title: string; notes: string[]; more?: unknown[]; path: string; day?: string },
): FoundRecord {
  const note = notes.filter(Boolean).join(' · ')
  const words = [kind, title, note, ...more].filter((text) => typeof text === 'string' || typeof text === 'number')
  const text = words.map((word) => normalizeSearchText(String(word))).join('\n')
  return {
    key: `${kind} ${row.key}`,
    kind,
    order: kindsInOrder.indexOf(kind),
    title,
    lead: normalizeSearchText(title),
    note,
    text,
    path,
    day,
  }
}

function ofClient(client: ClientRow): FoundRecord {
  const { email, phone_number = '', notes, category } = client
  return found('Client', client, {
    title: clientName(client),
    notes: [email, phone_number],
    more: [phone_number.replaceAll(/\D/g, ''), notes, category],
    path: `/clients/${recordIdInUrl(client)}`,
  })
}

/** Returns the listing and, unless it is sold, its seller report. */
function ofListing(listing: ListingRow): FoundRecord[] {
  const { property, status, description, listed_by } = listing
  const isToShow = isListedByOther(listing)
  const title = property.address ?? ''
  const path = `/listings/${recordIdInUrl(listing)}`
  const itself = found(isToShow ? 'Home I show' : 'Listing', listing, {
    title,
    notes: [placeText(property), formatListingPrice(listing), formatListedBy(listing) ?? status],
    more: [description, listed_by?.mls_number],
    path,
  })
  if (isToShow || status === 'Sold') return [itself]
  return [itself, found('Seller report', listing, { title, notes: ['the past week'], path: `${path}/dashboard` })]
}

function ofTour(tour: TourRow, { today, people, listings }: Lookups): FoundRecord {
  const addressNow = ({ listing_id }: TourRow['stops'][number]) => listings.get(String(listing_id))?.property.address
  const client = people.of(tour)
  return found('Tour', tour, {
    title: `${client === undefined ? tour.client_email : clientName(client)} · ${formatDate(tour.tour_date, today)}`,
    notes: [tourTitle(tour.id), stopsText(tour.stops.length)],
    more: [
      tour.client_email,
      tour.status,
      ...tour.stops.map((stop) => addressNow(stop) ?? stop.listing_address),
      ...(tour.steps ?? []).map(({ note }) => note),
    ],
    path: `/tours/${recordIdInUrl(tour)}`,
    day: tour.tour_date,
  })
}

function ofShowing(showing: ShowingRow, { today, people, listings }: Lookups): FoundRecord {
  const { showing_date, start_time, client_email } = showing
  const client = people.of(showing)
  const listing = listings.get(showing.listing_key)
  return found('Showing', showing, {
    title: listing?.property.address ?? 'Showing',
    notes: [
      `${formatDate(showing_date, today)}, ${formatTime(start_time)}`,
      client === undefined ? client_email : clientName(client),
    ],
    more: [client_email, listing?.property.city, showing.feedback, showing.feedback_for_seller],
    path: `/listings/${listing === undefined ? showing.listing_key : recordIdInUrl(listing)}`,
    day: showing_date,
  })
}

function ofOpenHouse(openHouse: OpenHouseRow, { today, listings }: Lookups): FoundRecord {
  const listing = listings.get(openHouse.listing_key)
  return found('Open house', openHouse, {
    title: listing?.property.address ?? 'Open house',
    notes: [`${formatDate(openHouse.date, today)}, ${formatTime(openHouse.start_time)}`],
    more: [listing?.property.city],
    path: `/listings/${listing === undefined ? openHouse.listing_key : recordIdInUrl(listing)}`,
    day: openHouse.date,
  })
}

/** Returns a visitor; empty for one who is a client and is found as the client. */
function ofVisitor(visitor: OpenHouseVisitRow, { people, listings }: Lookups): FoundRecord[] {
  if (people.of(visitor) !== undefined) return []
  const { client_email, phone_number = '', listing_key } = visitor
  const listing = listings.get(listing_key)
  return [
    found('Visitor', visitor, {
      title: visitorName(visitor),
      notes: [
        client_email,
        phone_number,
        `open house${listing === undefined ? '' : ` at ${listing.property.address}`}`,
      ],
      more: [phone_number.replaceAll(/\D/g, '')],
      path: `/listings/${listing === undefined ? listing_key : recordIdInUrl(listing)}`,
    }),
  ]
}

function ofAppointment(appointment: AppointmentRow, { today, people }: Lookups): FoundRecord {
  const { title, date, start_time, location = '', notes } = appointment
  const client = people.of(appointment)
  return found('Appointment', appointment, {
    title,
    notes: [
      `${formatDate(date, today)}, ${formatTime(start_time)}`,
      location,
      client === undefined ? '' : clientName(client),
    ],
    more: [notes],
    path: `/dashboard?day=${date}&appointment=${recordIdInUrl(appointment)}`,
    day: date,
  })
}

function ofFollowUp({ of_client_key, ...followUp }: FollowUpRow, { today, people }: Lookups): FoundRecord[] {
  const client = people.of({ client: of_client_key })
  if (client === undefined) return []
  return [
    found('Follow-up', followUp, {
      title: followUp.text,
      notes: [clientName(client), `due ${formatDate(followUp.due_date, today)}`],
      path: `/clients/${recordIdInUrl(client)}`,
      day: followUp.due_date,
    }),
  ]
}

/** Returns an interaction, which opens the page of its client; empty if this device does not have the client. */
function ofInteraction({ of_client_key, ...interaction }: InteractionRow, { today, people }: Lookups): FoundRecord[] {
  const client = people.of({ client: of_client_key })
  if (client === undefined) return []
  return [
    found('History', interaction, {
      title: interaction.text,
      notes: [clientName(client), interaction.kind, formatDate(interaction.date, today)],
      path: `/clients/${recordIdInUrl(client)}`,
      day: interaction.date,
    }),
  ]
}

/** A door card is found only by its address: codes and notes on the card are not searched. */
function ofDoorCard(card: DoorCardRow, home: PropertyRow | undefined): FoundRecord {
  return found('Door card', card, {
    title: home?.address ?? 'Door card',
    notes: [placeText(home ?? {}), 'what you need at the door'],
    path: `/door-cards/${recordIdInUrl(card)}`,
  })
}

function ofProperty(property: PropertyRow): FoundRecord {
  return found('Property', property, {
    title: property.address,
    notes: [placeText(property), 'not listed by you'],
    path: `/listings/create/${recordIdInUrl(property)}`,
  })
}

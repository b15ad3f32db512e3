import { addDays, dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { defaultTourPreferences } from '#core/contract/tour-preferences.ts'
import type { Device } from '#storage/device/device.ts'
import { mirrorTable } from '#storage/database/device-database.ts'
import type { RowOf } from '#storage/database/rows.ts'
import { startAccountServer } from './account-server.ts'
import { type ListingWishes, listingRow } from './listing-row.ts'
import { type Agent, anAgentAtWork } from './workspace-screens.tsx'

export const today = dateOfInstant(Date.now())
export const tomorrow = addDays(today, 1)

const realtor = { name: 'Maya Torres', email: 'maya@torreshomes.example', phone: '' }

type Wishes = {
  [Entity in keyof typeof usual]: Entity extends 'listing' ? ListingWishes : Partial<RowOf[Entity]>
}

/** Default contents by kind. Visits refer to the listing with id 1. */
const usual = {
  client: (id: number) => ({
    first_name: 'Jo',
    last_name: 'Park',
    email: `client${id}@mailbox.example`,
    phone_number: '',
    notes: '',
    category: 'Buyer',
    created_at: new Date(Date.UTC(2026, 9, 1, 0, id)).toISOString(),
  }),
  listing: (id: number, wishes: ListingWishes = {}) => listingRow({ key: String(id), id, ...wishes }),
  listing_image: () => ({ listing_key: '1', image: '', caption: '', is_primary: true }),
  showing: (id: number) => ({
    listing: 1,
    listing_key: '1',
    showing_date: tomorrow,
    start_time: '10:45:00',
    end_time: '11:30:00',
    client_email: `visitor${id}@mailbox.example`,
    realtor,
  }),
  open_house: () => ({
    listing: 1,
    listing_key: '1',
    date: tomorrow,
    start_time: '13:00:00',
    end_time: '15:00:00',
    realtor,
  }),
  open_house_visit: (id: number) => ({
    listing_key: '1',
    open_house_key: '1',
    client_email: `visitor${id}@mailbox.example`,
  }),
  appointment: () => ({
    title: 'Call with Priya Raman',
    date: today,
    start_time: '09:00:00',
    end_time: '09:30:00',
  }),
  interaction: () => ({ of_client_key: '1', kind: 'Call', date: today, time: '09:00:00', text: '' }),
  follow_up: () => ({ of_client_key: '1', due_date: today, text: 'Call', done: false }),
  door_card: () => ({ property_key: '1' }),
  tour: (id: number) => ({
    client_email: `buyer${id}@mailbox.example`,
    tour_date: tomorrow,
    start_time: '09:00:00',
    end_time: '17:00:00',
    status: 'scheduled',
    created_at: `2026-11-0${id}T09:00:00Z`,
    selected_listings: [],
    preferences: defaultTourPreferences,
    stops: [],
    total_distance: 0,
    estimated_duration: 0,
  }),
}

/** Stores a record of the server as a pull does. */
export async function saved<Entity extends keyof typeof usual>(
  { database }: Device,
  entity: Entity,
  id: number,
  wishes: Wishes[Entity] = {},
): Promise<void> {
  const row = entity === 'listing' ? usual.listing(id, wishes as ListingWishes) : { ...usual[entity](id), ...wishes }
  await mirrorTable(database, entity).put({ key: String(id), id, ...row })
}

/** An agent with one record of each of their own kinds, two visits, and no network. */
export async function anAgentWithRecords(): Promise<Agent> {
  const agent = await anAgentAtWork()
  const all = ['client', 'listing', 'listing_image', 'showing', 'open_house', 'open_house_visit'] as const
  for (const entity of [...all, 'appointment', 'tour'] as const) await saved(agent.device, entity, 1)
  await saved(agent.device, 'open_house_visit', 2)
  startAccountServer().isReachable = false
  return agent
}

import { keyField } from '#core/kinds/key-field.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import type { Reference } from '#core/sync/operation.ts'
import type { Row } from '#core/sync/ports.ts'
import { textOf } from '#tests/support/sync-records.ts'
import { type Kind, dayOf } from './ledger.ts'

/** The parent of a new record, and the listings that a tour visits. */
export type Relatives = { parent?: Row | undefined; listings?: Row[] }

/** The parent kind, with whose records they are deleted. */
export const parents: Partial<Record<Kind, 'listing' | 'open_house' | 'client'>> = {
  listing_image: 'listing',
  showing: 'listing',
  open_house: 'listing',
  open_house_visit: 'open_house',
  interaction: 'client',
  follow_up: 'client',
}

/** The kind that must exist before a record of this kind can be created. */
export const neededFor: Partial<Record<Kind, Kind>> = {
  ...parents,
  listing: 'property',
  tour: 'listing',
  door_card: 'property',
}

type NewRecord = { changes: Fields; references: Record<string, Reference>; shown: Fields }

/** Contents with a unique word; `number` determines times and prices. */
export function contentsOf(kind: Kind, { word, number }: { word: string; number: number }, of: Relatives): NewRecord {
  return { changes: changesOf(kind, word, number, of.listings ?? []), ...relationsOf(kind, of.parent) }
}

function relationsOf(kind: Kind, parent: Row | undefined): Pick<NewRecord, 'references' | 'shown'> {
  if (kind === 'tour') return { references: {}, shown: { status: 'scheduled', steps: [] } }
  const entity = neededFor[kind]
  if (entity === undefined || parent === undefined) return { references: {}, shown: {} }
  const { key, ...fields } = parent
  const references: Record<string, Reference> = { [entity]: { entity, key } }
  if (kind === 'open_house_visit')
    references['listing'] = { entity: 'listing', key: textOf(parent, keyField('listing')) }
  return { references, shown: kind === 'listing' ? { property: fields } : {} }
}

function changesOf(kind: Kind, word: string, number: number, listings: Row[]): Fields {
  const email = `${word}@example.com`
  const day = dayOf(number)
  switch (kind) {
    case 'client':
      return { first_name: word, last_name: word, email, phone_number: '', notes: word, category: 'Buyer' }
    case 'property':
      return { address: `1 ${word}`, city: word }
    case 'listing':
      return { listing_price: number, description: word, status: 'For Sale' }
    case 'listing_image':
      return { caption: word, is_primary: true }
    case 'showing':
      return { showing_date: day, start_time: timeOf(number), end_time: '23:59:00', client_email: email }
    case 'open_house':
      return { date: day, start_time: '00:00:00', end_time: timeOf(number) }
    case 'open_house_visit':
      return { client_email: email, name: word, phone_number: '', consents: [] }
    case 'appointment':
      return { title: word, date: day, start_time: '09:00:00', end_time: '10:00:00', notes: word, location: '' }
    case 'interaction':
      return { kind: 'Call', date: day, time: '10:30:00', text: word }
    case 'follow_up':
      return { due_date: day, text: word, done: false }
    case 'door_card':
      return { key_location: word, instructions: word, gate_code: '', notify_seller: false }
    case 'tour':
      return {
        client_email: email,
        tour_date: day,
        start_time: '09:00:00',
        end_time: '17:00:00',
        selected_listings: listings.map(({ key, id }): Json => id ?? key),
        preferences: { min_duration_per_property: 30 },
        planning: number % 2 === 0 ? 'given' : 'best',
      }
  }
}

function timeOf(number: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(number / 60) % 24)}:${two(number % 60)}:00`
}

/** Fields whose values are merged. */
export const texts: Partial<Record<Kind, string>> = {
  client: 'notes',
  listing: 'description',
  appointment: 'notes',
  interaction: 'text',
  door_card: 'instructions',
}

/** Fields in which two different values are a conflict. */
export const choices: Partial<Record<Kind, string>> = {
  client: 'phone_number',
  listing: 'listing_price',
  showing: 'start_time',
  open_house: 'end_time',
  open_house_visit: 'phone_number',
  appointment: 'location',
  interaction: 'time',
  follow_up: 'due_date',
  door_card: 'gate_code',
}

export function choiceValue(kind: Kind, agent: string, number: number): string | number {
  if (kind === 'listing') return 1_000_000 + number
  if (kind === 'follow_up') return dayOf(number)
  return kind === 'showing' || kind === 'open_house' || kind === 'interaction' ? timeOf(number) : `a${agent}w${number}.`
}

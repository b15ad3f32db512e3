import { keyField } from '#core/kinds/key-field.ts'
import type { Fields, Json } from '#core/contract/json.ts'
import type { Reference } from '#core/sync/operation.ts'
import type { Row } from '#core/sync/ports.ts'
import { textOf } from '#tests/support/sync-records.ts'
import { type Kind, dayOf } from './ledger.ts'

/** What a new record stands below, and what a tour visits. */
export type Relatives = { parent?: Row | undefined; listings?: Row[] }

type NewRecord = { changes: Fields; references?: Record<string, Reference>; shown?: Fields }

/** A record of this kind with a word of its own in it; the number makes its times and prices. */
export function contentsOf(
  kind: Kind,
  { word, number }: { word: string; number: number },
  { parent, listings = [] }: Relatives,
): NewRecord {
  const email = `${word}@example.com`
  const day = dayOf(number)
  const below = (entity: 'listing' | 'open_house' | 'client', key = parent?.key) => ({
    references: key === undefined ? {} : { [entity]: { entity, key } },
  })
  switch (kind) {
    case 'client':
      return {
        changes: { first_name: word, last_name: word, email, phone_number: '', notes: word, category: 'Buyer' },
      }
    case 'property':
      return { changes: { address: `1 ${word}`, city: word } }
    case 'listing': {
      const { key, ...shown } = parent ?? { key: '' }
      return {
        changes: { listing_price: number, description: word, status: 'For Sale' },
        references: { property: { entity: 'property', key } },
        shown: { property: shown },
      }
    }
    case 'listing_image':
      return { changes: { caption: word, is_primary: true }, ...below('listing') }
    case 'showing': {
      const changes = { showing_date: day, start_time: timeOf(number), end_time: '23:59:00', client_email: email }
      return { changes, ...below('listing') }
    }
    case 'open_house':
      return { changes: { date: day, start_time: '00:00:00', end_time: timeOf(number) }, ...below('listing') }
    case 'open_house_visit':
      return {
        changes: { client_email: email, name: word, phone_number: '', consents: [] },
        references: {
          ...below('open_house').references,
          ...below('listing', textOf(parent, keyField('listing'))).references,
        },
      }
    case 'appointment':
      return {
        changes: { title: word, date: day, start_time: '09:00:00', end_time: '10:00:00', notes: word, location: '' },
      }
    case 'interaction':
      return { changes: { kind: 'Call', date: day, time: '10:30:00', text: word }, ...below('client') }
    case 'follow_up':
      return { changes: { due_date: day, text: word, done: false }, ...below('client') }
    case 'tour':
      return {
        changes: {
          client_email: email,
          tour_date: day,
          start_time: '09:00:00',
          end_time: '17:00:00',
          selected_listings: listings.map(({ key, id }): Json => id ?? key),
          preferences: { min_duration_per_property: 30 },
          planning: number % 2 === 0 ? 'given' : 'best',
        },
        shown: { status: 'scheduled', steps: [] },
      }
  }
}

function timeOf(number: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(number / 60) % 24)}:${two(number % 60)}:00`
}

/** Fields in which both sides' words stay. */
export const texts: Partial<Record<Kind, string>> = {
  client: 'notes',
  listing: 'description',
  appointment: 'notes',
  interaction: 'text',
}

/** Fields of which one value can be right. */
export const choices: Partial<Record<Kind, string>> = {
  client: 'phone_number',
  listing: 'listing_price',
  showing: 'start_time',
  open_house: 'end_time',
  open_house_visit: 'phone_number',
  appointment: 'location',
  interaction: 'time',
  follow_up: 'due_date',
}

export function choiceValue(kind: Kind, agent: string, number: number): string | number {
  if (kind === 'listing') return 1_000_000 + number
  if (kind === 'follow_up') return dayOf(number)
  return kind === 'showing' || kind === 'open_house' || kind === 'interaction' ? timeOf(number) : `a${agent}w${number}.`
}

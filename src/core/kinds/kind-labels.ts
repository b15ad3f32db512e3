import { type Fields, fieldsOf, type Json } from '#core/contract/json.ts'
import type { FormPlace, RelatedRecords } from './kind-of-record.ts'
import { formatDateWithYear } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

export function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

export function nameOfPerson(person: Fields | undefined): string | null {
  return [person?.['first_name'], person?.['last_name']].filter(isText).join(' ') || null
}

export function addressOf(property: Json | undefined): string | null {
  const address = fieldsOf(property)?.['address']
  return isText(address) ? address : null
}

export function addressOfVisit(record: Fields, { listing }: RelatedRecords): string | null {
  const known = record['listing_address']
  return addressOf(listing?.['property']) ?? (isText(known) ? known : null)
}

/** ' on Nov 21, 2026, 10:45 AM', without the unknown parts. */
export function onDay(date: Json | undefined, time: Json | undefined): string {
  if (!isText(date)) return ''
  return ` on ${formatDateWithYear(date)}${isText(time) ? `, ${formatTime(time)}` : ''}`
}

export function prefixedText(before: string, text: Json | undefined): string {
  return isText(text) ? `${before}${text}` : ''
}

/** Interactions and follow-ups have their forms on the client's page. */
export function onClientPage({ clientKey }: { clientKey: string | null }): FormPlace | null {
  return clientKey === null ? null : { path: `/clients/${clientKey}`, link: 'Open Client' }
}

/** Showings, open houses and visitors have their forms on the listing's page. */
export function onListingPage({ listingKey }: { listingKey: string | null }): FormPlace | null {
  return listingKey === null ? null : { path: `/listings/${listingKey}`, link: 'Open Listing' }
}

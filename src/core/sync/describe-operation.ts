import { tourTitle } from '../domain/tour-words.ts'
import { fullDateInWords, timeInWords } from '../domain/wall-clock.ts'
import { type EntityName, declarations } from './entities.ts'
import { type Fields, fieldsOf, type Json } from './json.ts'
import type { Operation } from './operation.ts'

export type OperationWords = {
  /** The address or the person. */
  title: string
  /** What happens to it: 'New client', 'Changes Listing Price and Status', 'New showing on Nov 21, 2026, 10:45 AM with eve@example.com'. */
  what: string
}

/**
 * An operation in plain words, for the Outbox. `row` is its record, `listing` the one that a photo or a visit belongs to,
 * `openHouse` the one that a visitor came to.
 */
export function describeOperation(
  operation: Pick<Operation, 'entity' | 'kind' | 'changes' | 'shown' | 'base' | 'references' | 'files'>,
  row: Fields | undefined,
  listing?: Fields,
  openHouse?: Fields,
): OperationWords {
  const known = { ...operation.base, ...operation.shown, ...operation.changes, ...row }
  const which = whichVisit(operation.entity, known, listing, openHouse)
  return { title: titles[operation.entity](known, listing), what: `${whatHappens(operation)}${which}` }
}

/** Of visits to one house each has another day, hour and person. */
function whichVisit(entity: EntityName, record: Fields, listing?: Fields, openHouse?: Fields): string {
  switch (entity) {
    case 'showing':
      return `${onDay(record['showing_date'], record['start_time'])}${said(' with ', record['client_email'])}`
    case 'open_house':
      return onDay(record['date'], record['start_time'])
    case 'open_house_visit': {
      const address = listing === undefined ? undefined : addressOf(listing['property'])
      const day = onDay(openHouse?.['date'], openHouse?.['start_time'])
      return `${said(' of ', address ?? undefined)}${day}`
    }
    default:
      return ''
  }
}

function onDay(date: Json | undefined, time: Json | undefined): string {
  if (!isText(date)) return ''
  return ` on ${fullDateInWords(date)}${isText(time) ? `, ${timeInWords(time)}` : ''}`
}

function said(before: string, text: Json | undefined): string {
  return isText(text) ? `${before}${text}` : ''
}

const titles: Record<EntityName, (record: Fields, listing: Fields | undefined) => string> = {
  client: (record) => [record['first_name'], record['last_name']].filter(isText).join(' ') || 'A client',
  property: (record) => addressOf(record) ?? 'A property',
  listing: (record) => addressOf(record['property']) ?? 'A listing',
  available_listing: (record) => addressOf(record['property']) ?? 'A listing',
  listing_image: (_, listing) => addressOf(listing?.['property']) ?? 'A photo',
  showing: (record, listing) => addressOfVisit(record, listing) ?? 'A showing',
  open_house: (record, listing) => addressOfVisit(record, listing) ?? 'An open house',
  open_house_visit: (record) => [record['name'], record['client_email']].find(isText) ?? 'A visitor',
  tour: (record) => tourTitle(record['id']),
  appointment: ({ title }) => (isText(title) ? title : 'Appointment'),
}

function addressOf(property: Json | undefined): string | null {
  const address = fieldsOf(property)?.['address']
  return isText(address) ? address : null
}

function addressOfVisit(record: Fields, listing: Fields | undefined): string | null {
  const known = record['listing_address']
  return addressOf(listing?.['property']) ?? (isText(known) ? known : null)
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

function whatHappens({ entity, kind, changes, references, files }: Parameters<typeof describeOperation>[0]): string {
  const name = entityWords[entity]
  if (kind === 'create') return `New ${name}`
  if (kind === 'delete') return `Deletes the ${name}`
  const parts = [...Object.keys(changes), ...Object.keys(files)].filter((field) => !isWorkedOut(entity, field))
  if (entity === 'tour' && parts.join(' ') === 'steps') return 'Notes a step of the tour'
  if (entity === 'tour' && parts.length === 0) return 'Changes the route'
  // An edit of nothing is a question about its record.
  if (parts.length + Object.keys(references).length === 0) return `Missing ${name}`
  const said = parts.length > 0 ? parts : Object.keys(references)
  return `Changes ${listed(said.map(fieldWords))}`
}

/** Of a tour's plan nobody chose the fields one by one. */
function isWorkedOut(entity: EntityName, field: string): boolean {
  return declarations[entity].mergeRules[field] === 'mine'
}

/** What people call one of them. */
export const entityWords: Record<EntityName, string> = {
  property: 'property',
  client: 'client',
  listing: 'listing',
  listing_image: 'photo',
  available_listing: 'listing',
  showing: 'showing',
  open_house: 'open house',
  open_house_visit: 'visitor',
  appointment: 'appointment',
  tour: 'tour',
}

/** `listing_price` reads 'Listing Price', as its label does. */
export function fieldWords(field: string): string {
  if (field === 'zip_code') return 'ZIP Code'
  return field
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

function listed(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

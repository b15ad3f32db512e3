import type { NewOpenHouseVisit } from '#core/contract/open-house-visit.ts'
import { createdBelowItsListing, type KindOfRecord, kindDefaults, withClient } from './kind-of-record.ts'
import { addressOf, isText, onDay, onListingPage, prefixedText } from './kind-labels.ts'

/** Extensions: a plain server has no fields for a visitor's name, phone and consents. */
const extensions = ['client', 'name', 'phone_number', 'consents', 'signed_in_at', 'follow_up'] as const

export const openHouseVisit = {
  ...kindDefaults,
  ...withClient,
  collection: 'listings/{parent}/open-house-visits/',
  parent: 'listing',
  fields: ['client_email', ...extensions],
  extensions,
  references: { listing: 'listing', open_house: 'open_house' },
  whenMissing: { client_email: '' },
  feed: { visibleTo: 'agent', rank: 6 },
  onPlainServers: createdBelowItsListing,
  mergeRules: { client: 'mine', consents: 'union', follow_up: 'mine' },
  table: 'open_house_visits',
  indexesByDatabaseVersion: { 1: 'key, listing_key, open_house_key' },
  nameOnScreen: 'visitor',
  title: (record) => [record['name'], record['client_email']].find(isText) ?? 'A visitor',
  titleSuffix: (_, { listing, openHouse }) => {
    const address = addressOf(listing?.['property']) ?? undefined
    return `${prefixedText(' of ', address)}${onDay(openHouse?.['date'], openHouse?.['start_time'])}`
  },
  form: onListingPage,
} as const satisfies KindOfRecord<string, keyof NewOpenHouseVisit>

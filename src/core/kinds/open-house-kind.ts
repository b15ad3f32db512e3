import type { NewOpenHouse } from '#core/contract/open-house.ts'
import { createdBelowItsListing, type KindOfRecord, kindDefaults } from './kind-of-record.ts'
import { addressOfVisit, onDay, onListingPage } from './kind-labels.ts'

export const openHouse = {
  ...kindDefaults,
  collection: 'listings/{parent}/open-houses/',
  parent: 'listing',
  fields: ['date', 'start_time', 'end_time'],
  references: { listing: 'listing' },
  whenMissing: { date: '', start_time: '', end_time: '' },
  feed: { visibleTo: 'agent', rank: 4 },
  onPlainServers: createdBelowItsListing,
  deletedWithRecord: [{ entity: 'open_house_visit', field: 'open_house' }],
  table: 'open_houses',
  indexesByDatabaseVersion: { 1: 'key, listing_key, date' },
  nameOnScreen: 'open house',
  title: (record, related) => addressOfVisit(record, related) ?? 'An open house',
  titleSuffix: (record) => onDay(record['date'], record['start_time']),
  duplicatesShare: 'date',
  form: onListingPage,
} as const satisfies KindOfRecord<string, keyof NewOpenHouse>

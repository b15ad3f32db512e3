import { type KindOfRecord, notOffered, kindDefaults } from './kind-of-record.ts'
import { property } from './property-kind.ts'
import { addressOf } from './kind-labels.ts'

/** Listings of any agent, read-only, to choose from for buyers' tours. */
export const availableListing = {
  ...kindDefaults,
  collection: 'listings/available/',
  fields: [],
  writable: false,
  whenMissing: { property: property.whenMissing },
  feed: { visibleTo: 'everybody', rank: 2 },
  onPlainServers: { ...notOffered, list: 'whole' },
  table: 'available_listings',
  indexesByDatabaseVersion: { 1: 'key' },
  isExported: false,
  nameOnScreen: 'listing',
  title: (record) => addressOf(record['property']) ?? 'A listing',
} as const satisfies KindOfRecord

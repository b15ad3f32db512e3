import { isListedByOther } from '#core/contract/record-constants.ts'
import type { ListingForm, SellerNote } from '#core/contract/listing.ts'
import { type KindOfRecord, synced, kindDefaults } from './kind-of-record.ts'
import { property } from './property-kind.ts'
import { addressOf } from './kind-labels.ts'

export const listing = {
  ...kindDefaults,
  collection: 'listings/',
  fields: ['listing_price', 'description', 'status', 'seller_note', 'property_overrides', 'listed_by'],
  numbers: ['listing_price'],
  references: { property: 'property' },
  nested: ['property'],
  overriddenBy: { property: 'property_overrides' },
  encoding: 'multipart',
  whenMissing: { listing_price: 0, description: '', status: '', property: property.whenMissing },
  feed: { visibleTo: 'agent', rank: 2 },
  onPlainServers: synced,
  extensions: ['seller_note', 'property_overrides', 'listed_by'],
  // A home to show is never sent to a plain server.
  localOnPlainServers: 'listed_by',
  mergeRules: {
    description: 'both-texts',
    seller_note: 'both-texts',
    property_overrides: 'by-name',
    listed_by: 'by-name',
  },
  deletedWithRecord: [
    { entity: 'listing_image', field: 'listing' },
    { entity: 'showing', field: 'listing' },
    { entity: 'open_house', field: 'listing' },
    { entity: 'open_house_visit', field: 'listing' },
    { entity: 'exposure_reading', field: 'listing' },
  ],
  table: 'listings',
  indexesByDatabaseVersion: {
    1: 'key, created_at, listing_price, status, property_key',
    // The index `listed_by.name` contains only homes of other brokers, because an index omits null.
    5: 'key, created_at, listing_price, status, property_key, listed_by.name',
  },
  nameOnScreen: 'listing',
  nameOnScreenOf: (record) => (isListedByOther(record) ? 'home' : 'listing'),
  title: (record) => addressOf(record['property']) ?? 'A listing',
  describeChange: (fields) => (fields.join(' ') === 'property_overrides' ? 'Changes details of the home' : null),
  duplicatesShare: 'property_key',
  form: ({ address }) => ({ path: `/listings/edit/${address}`, link: 'Edit' }),
} as const satisfies KindOfRecord<string, keyof (ListingForm & SellerNote) | 'property_overrides' | 'listed_by'>

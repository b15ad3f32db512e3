import type { NewListingImage } from '#core/contract/listing-image.ts'
import { type KindOfRecord, kindDefaults } from './kind-of-record.ts'
import { addressOf } from './kind-labels.ts'

export const listingImage = {
  ...kindDefaults,
  collection: 'listings/{parent}/images/',
  parent: 'listing',
  fields: ['caption', 'is_primary', 'position'],
  numbers: ['position'],
  references: { listing: 'listing' },
  encoding: 'multipart',
  lane: 'photos',
  feed: { visibleTo: 'agent', rank: 3 },
  // The main photo is an exception: a plain server receives it as a field of its listing.
  onPlainServers: {
    list: 'inside its listing',
    canReadById: false,
    create: 'synced',
    update: 'not offered',
    delete: 'synced',
  },
  table: 'listing_images',
  indexesByDatabaseVersion: { 1: 'key, listing_key' },
  nameOnScreen: 'photo',
  title: (_, { listing }) => addressOf(listing?.['property']) ?? 'A photo',
  form: ({ listingKey }) =>
    listingKey === null ? null : { path: `/listings/edit/${listingKey}`, link: 'Choose another photo' },
} as const satisfies KindOfRecord<string, keyof NewListingImage>

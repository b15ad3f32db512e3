import type { NewProperty } from '#core/contract/property.ts'
import { type KindOfRecord, notOffered, kindDefaults } from './kind-of-record.ts'
import { addressOf } from './kind-labels.ts'

const numbers = [
  'bedrooms',
  'bathrooms',
  'square_feet',
  'lot_size',
  'year_built',
  'garage_spaces',
  'price',
  'latitude',
  'longitude',
] as const satisfies (keyof NewProperty)[]

const locationFields: ReadonlySet<string> = new Set(['latitude', 'longitude', 'location_source'])

export const property = {
  ...kindDefaults,
  collection: 'properties/properties/',
  fields: ['address', 'city', 'state', 'zip_code', 'property_type', 'location_source', 'is_private', ...numbers],
  numbers,
  extensions: ['location_source', 'is_private'],
  mergeRules: { location_source: 'mine', is_private: 'mine' },
  whenMissing: { address: '', city: '', state: '', zip_code: '' },
  feed: { visibleTo: 'everybody', rank: 1 },
  // Plain servers do not accept new properties, so one that the agent added stays on the device, with the records that refer to it.
  onPlainServers: { ...notOffered, list: 'whole' },
  table: 'properties',
  indexesByDatabaseVersion: { 1: 'key, address' },
  nameOnScreen: 'property',
  title: (record) => addressOf(record) ?? 'A property',
  describeChange: (fields) => (fields.every((field) => locationFields.has(field)) ? 'Sets the location' : null),
  form: ({ address }) => ({ path: '/listings/new', search: { edit: address }, link: 'Edit' }),
} as const satisfies KindOfRecord<string, keyof NewProperty>

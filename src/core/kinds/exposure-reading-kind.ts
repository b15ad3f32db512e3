import { exposureCountNames } from '#core/contract/exposure-counts.ts'
import type { NewExposureReading } from '#core/contract/exposure.ts'
import { platformName } from '#core/domain/exposure/exposure-words.ts'
import { addressOf, isText, onDay } from './kind-labels.ts'
import { type KindOfRecord, onDeviceOnly, kindDefaults } from './kind-of-record.ts'

/** Counts of one day on one platform. There are thousands, so a device stores only those that it created (decision 51). */
export const exposureReading = {
  ...kindDefaults,
  collection: 'exposure-readings/',
  fields: ['platform', 'date', ...exposureCountNames, 'cleared', 'read_at'],
  numbers: exposureCountNames,
  references: { listing: 'listing' },
  feed: { visibleTo: 'agent', rank: 13 },
  isWriteOnly: true,
  onPlainServers: onDeviceOnly,
  table: 'exposure_readings',
  indexesByDatabaseVersion: { 6: 'key, listing_key' },
  isExported: false,
  nameOnScreen: 'exposure figures',
  title: (_, { listing }) => addressOf(listing?.['property']) ?? 'A listing',
  titleSuffix: ({ platform, date }) =>
    `${onDay(date, undefined)}${isText(platform) ? ` from ${platformName(platform)}` : ''}`,
  form: ({ listingKey }) =>
    listingKey === null ? null : { path: `/listings/${listingKey}/dashboard`, link: 'Show Figures' },
} as const satisfies KindOfRecord<string, keyof NewExposureReading>

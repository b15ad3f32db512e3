import type { NewShowing } from '#core/contract/showing.ts'
import { createdBelowItsListing, type KindOfRecord, kindDefaults, withClient } from './kind-of-record.ts'
import { addressOfVisit, onDay, onListingPage, prefixedText } from './kind-labels.ts'

const outcomeFields = ['status', 'feedback', 'feedback_for_seller', 'interest', 'price_opinion'] as const

export const showing = {
  ...kindDefaults,
  ...withClient,
  collection: 'listings/{parent}/showings/',
  parent: 'listing',
  fields: ['showing_date', 'start_time', 'end_time', 'client_email', 'client', ...outcomeFields],
  numbers: ['interest'],
  references: { listing: 'listing' },
  extensions: ['client', ...outcomeFields],
  whenMissing: { showing_date: '', start_time: '', end_time: '', client_email: '' },
  feed: { visibleTo: 'agent', rank: 5 },
  onPlainServers: createdBelowItsListing,
  mergeRules: { client: 'mine', feedback: 'both-texts', feedback_for_seller: 'both-texts' },
  table: 'showings',
  indexesByDatabaseVersion: { 1: 'key, listing_key, showing_date' },
  nameOnScreen: 'showing',
  title: (record, related) => addressOfVisit(record, related) ?? 'A showing',
  titleSuffix: (record) =>
    `${onDay(record['showing_date'], record['start_time'])}${prefixedText(' with ', record['client_email'])}`,
  duplicatesShare: 'showing_date',
  form: onListingPage,
} as const satisfies KindOfRecord<string, keyof NewShowing>

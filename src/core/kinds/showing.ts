import type { NewShowing } from '#core/contract/showing.ts'
import { type KindOfRecord, usual } from './kind-of-record.ts'
import { addressOfVisit, onDay, onListingPage, said } from './record-words.ts'

export const showing = {
  ...usual,
  collection: 'listings/{parent}/showings/',
  parent: 'listing',
  fields: ['showing_date', 'start_time', 'end_time', 'client_email'],
  references: { listing: 'listing' },
  feed: { of: 'agent', rank: 5 },
  onPlainServers: 'below its listing',
  table: 'showings',
  indexes: { 1: 'key, listing_key, showing_date' },
  word: 'showing',
  title: (record, around) => addressOfVisit(record, around) ?? 'A showing',
  which: (record) => `${onDay(record['showing_date'], record['start_time'])}${said(' with ', record['client_email'])}`,
  distinguishedBy: 'showing_date',
  form: onListingPage,
} as const satisfies KindOfRecord<string, keyof NewShowing>

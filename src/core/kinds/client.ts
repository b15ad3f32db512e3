import type { NewClient } from '#core/contract/client.ts'
import { type KindOfRecord, usual } from './kind-of-record.ts'
import { isText } from './record-words.ts'

export const client = {
  ...usual,
  collection: 'crm/clients/',
  fields: ['first_name', 'last_name', 'email', 'phone_number', 'notes', 'category'],
  feed: { of: 'agent', rank: 1 },
  onPlainServers: 'whole list',
  mergeRules: { notes: 'both-texts' },
  table: 'clients',
  indexes: { 1: 'key, created_at, category' },
  word: 'client',
  title: (record) => [record['first_name'], record['last_name']].filter(isText).join(' ') || 'A client',
  form: ({ address }) => ({ path: `/clients/edit/${address}`, link: 'Edit' }),
} as const satisfies KindOfRecord<string, keyof NewClient>

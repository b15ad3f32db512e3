import type { NewClient } from '#core/contract/client.ts'
import { type KindOfRecord, synced, kindDefaults } from './kind-of-record.ts'
import { nameOfPerson } from './kind-labels.ts'

export const client = {
  ...kindDefaults,
  collection: 'crm/clients/',
  fields: ['first_name', 'last_name', 'email', 'phone_number', 'notes', 'category'],
  whenMissing: { first_name: '', last_name: '', email: '', phone_number: '', notes: '', category: 'Buyer' },
  feed: { visibleTo: 'agent', rank: 1 },
  onPlainServers: synced,
  mergeRules: { notes: 'both-texts' },
  deletedWithRecord: [
    { entity: 'interaction', field: 'client' },
    { entity: 'follow_up', field: 'client' },
  ],
  table: 'clients',
  indexesByDatabaseVersion: { 1: 'key, created_at, category' },
  nameOnScreen: 'client',
  title: (record) => nameOfPerson(record) ?? 'A client',
  form: ({ address }) => ({ path: `/clients/edit/${address}`, link: 'Edit' }),
} as const satisfies KindOfRecord<string, keyof NewClient>

import type { NewInteraction } from '#core/contract/interaction.ts'
import { type KindOfRecord, onDeviceOnly, kindDefaults } from './kind-of-record.ts'
import { isText, nameOfPerson, onClientPage, onDay } from './kind-labels.ts'

export const interaction = {
  ...kindDefaults,
  collection: 'crm/interactions/',
  fields: ['kind', 'date', 'time', 'text'],
  references: { client: 'client' },
  feed: { visibleTo: 'agent', rank: 10 },
  onPlainServers: onDeviceOnly,
  mergeRules: { text: 'both-texts' },
  table: 'interactions',
  // `of_client_key` is the client's local key; see `keyField`.
  indexesByDatabaseVersion: { 3: 'key, of_client_key, date' },
  nameOnScreen: 'conversation',
  nameOnScreenOf: ({ kind }) => (isText(kind) ? kind.toLowerCase() : 'conversation'),
  title: ({ kind }, { client }) => nameOfPerson(client) ?? (isText(kind) ? kind : 'A conversation'),
  titleSuffix: ({ date, time }) => onDay(date, time),
  duplicatesShare: 'date',
  form: onClientPage,
} as const satisfies KindOfRecord<string, keyof NewInteraction>

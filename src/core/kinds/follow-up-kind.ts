import type { NewFollowUp } from '#core/contract/follow-up.ts'
import { type KindOfRecord, onDeviceOnly, kindDefaults } from './kind-of-record.ts'
import { isText, nameOfPerson, onClientPage, onDay } from './kind-labels.ts'

export const followUp = {
  ...kindDefaults,
  collection: 'crm/follow-ups/',
  fields: ['due_date', 'text', 'done'],
  references: { client: 'client' },
  feed: { visibleTo: 'agent', rank: 11 },
  onPlainServers: onDeviceOnly,
  mergeRules: { text: 'both-texts' },
  table: 'follow_ups',
  indexesByDatabaseVersion: { 3: 'key, of_client_key, due_date' },
  nameOnScreen: 'follow-up',
  title: ({ text }, { client }) => nameOfPerson(client) ?? (isText(text) ? text : 'A follow-up'),
  titleSuffix: ({ due_date }) => onDay(due_date, undefined),
  describeChange: (fields) => (fields.length === 1 && fields[0] === 'done' ? 'Marks it done, or not done' : null),
  duplicatesShare: 'text',
  form: onClientPage,
} as const satisfies KindOfRecord<string, keyof NewFollowUp>

import type { NewDoorCard } from '#core/contract/door-card.ts'
import { type KindOfRecord, onDeviceOnly, kindDefaults } from './kind-of-record.ts'
import { addressOf } from './kind-labels.ts'

const texts = ['instructions', 'pets', 'parking'] as const
const codes = ['lockbox_code', 'gate_code', 'alarm_code'] as const

/** How to get into a home; one card per property, private to the agent. */
export const doorCard = {
  ...kindDefaults,
  collection: 'door-cards/',
  fields: ['occupancy', 'lockbox_kind', 'key_location', ...codes, ...texts, 'notify_seller', 'client'],
  references: { property: 'property' },
  embeddedReferences: { client: 'client' },
  feed: { visibleTo: 'agent', rank: 12 },
  onPlainServers: onDeviceOnly,
  mergeRules: { instructions: 'both-texts', pets: 'both-texts', parking: 'both-texts', client: 'mine' },
  secrets: codes,
  table: 'door_cards',
  indexesByDatabaseVersion: { 4: 'key, property_key' },
  nameOnScreen: 'door card',
  title: (_, { property }) => addressOf(property) ?? 'A door card',
  duplicatesShare: 'property_key',
  form: ({ address }) => ({ path: `/door-cards/${address}`, link: 'Edit' }),
} as const satisfies KindOfRecord<string, keyof NewDoorCard>

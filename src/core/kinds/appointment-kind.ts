import type { NewAppointment } from '#core/contract/appointment.ts'
import { defaultAppointmentTitle } from '#core/contract/record-constants.ts'
import { type KindOfRecord, onDeviceOnly, kindDefaults } from './kind-of-record.ts'
import { isText } from './kind-labels.ts'

export const appointment = {
  ...kindDefaults,
  collection: 'scheduling/appointments/',
  fields: ['title', 'date', 'start_time', 'end_time', 'notes', 'location', 'client'],
  embeddedReferences: { client: 'client' },
  extensions: ['client'],
  whenMissing: { title: defaultAppointmentTitle, date: '', start_time: '', end_time: '' },
  feed: { visibleTo: 'agent', rank: 7 },
  onPlainServers: { ...onDeviceOnly, list: 'by days' },
  mergeRules: { client: 'mine', notes: 'both-texts' },
  table: 'appointments',
  indexesByDatabaseVersion: { 1: 'key, date' },
  nameOnScreen: 'appointment',
  title: ({ title }) => (isText(title) ? title : defaultAppointmentTitle),
  duplicatesShare: 'date',
  form: ({ address }) => ({ path: '/dashboard', search: { appointment: address }, link: 'Edit' }),
} as const satisfies KindOfRecord<string, keyof NewAppointment>

import type { TourChanges } from '#core/contract/tour.ts'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import { type KindOfRecord, synced, kindDefaults, withClient } from './kind-of-record.ts'
import { onDay, prefixedText } from './kind-labels.ts'

const planFields = ['stops', 'lunch', 'dropped', 'total_distance', 'estimated_duration'] as const
/** Fields that devices send only to our server; a plain server plans the tour itself. */
const planAndRunFields = ['planning', 'visit_lengths', ...planFields, 'steps'] as const

export const tour = {
  ...kindDefaults,
  ...withClient,
  collection: 'tours/tours/',
  fields: [
    'client_email',
    'client',
    'tour_date',
    'start_time',
    'end_time',
    'selected_listings',
    'preferences',
    'status',
    ...planAndRunFields,
  ],
  numbers: ['total_distance', 'estimated_duration'],
  embeddedReferences: {
    client: 'client',
    selected_listings: 'listing',
    visit_lengths: 'listing',
    stops: 'listing',
    dropped: 'listing',
  },
  extensions: ['client', ...planAndRunFields],
  valuesAfterCreate: { status: 'scheduled', steps: [] },
  serverComputed: 'stops',
  whenMissing: {
    client_email: '',
    tour_date: '',
    start_time: '',
    end_time: '',
    status: '',
    selected_listings: [],
    preferences: {},
    stops: [{ order: 0, listing_address: '', estimated_arrival: null, estimated_departure: null }],
  },
  feed: { visibleTo: 'agent', rank: 8 },
  onPlainServers: { ...synced, onlyPut: true },
  mergeRules: {
    client: 'mine',
    selected_listings: 'union',
    steps: 'union',
    visit_lengths: 'mine',
    stops: 'mine',
    lunch: 'mine',
    dropped: 'mine',
    total_distance: 'mine',
    estimated_duration: 'mine',
  },
  // The server must see each status in turn: started, then completed (fault F10).
  unfoldableFields: ['status', 'steps'],
  table: 'tours',
  indexesByDatabaseVersion: { 1: 'key, tour_date, created_at' },
  nameOnScreen: 'tour',
  title: (record) => tourTitle(record['id']),
  titleSuffix: (record) =>
    `${onDay(record['tour_date'], record['start_time'])}${prefixedText(' with ', record['client_email'])}`,
  describeChange: (fields) => {
    // `fields` does not list computed fields, so an edit without any has changed only the plan.
    if (fields.length === 0) return 'Changes the route'
    return fields.join(' ') === 'steps' ? 'Updates the progress of the tour' : null
  },
  duplicatesShare: 'tour_date',
  form: ({ address }) => ({ path: `/tours/${address}`, search: { edit: 'all' }, link: 'Edit' }),
} as const satisfies KindOfRecord<string, keyof TourChanges>

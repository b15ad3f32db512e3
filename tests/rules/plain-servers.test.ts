import { describe, expect, test } from 'vitest'
import { entityNames, type EntityName, kinds } from '#core/kinds/all-kinds.ts'
import { formatPlainServerNotice } from '#core/kinds/format-plain-server-notice.ts'
import { tourMiles, tourMilesText, tourMinutes } from '#core/domain/tours/tour-labels.ts'
import { addMonths, formatWeek } from '#core/domain/time/calendar-days.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { withEveryField } from '#core/sync/records/rebase.ts'
import { normalizeRecord } from '#core/sync/records/server-copy.ts'
import { formatDate, formatLongDate, formatMonth } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

/** The specification's calls by kind: POST, PUT or PATCH, DELETE, and GET of one record. */
const table: Partial<Record<EntityName, string>> = {
  client: 'create update delete canReadById',
  listing: 'create update delete canReadById',
  tour: 'create update delete canReadById',
  showing: 'create',
  open_house: 'create',
  open_house_visit: 'create',
  // A photo is sent with its listing; an empty photo removes it.
  listing_image: 'create delete',
}

test.each(entityNames)('%s is sent to a plain server by the specified calls only', (entity) => {
  const calls = new Set((table[entity] ?? '').split(' '))
  const { canReadById, ...rules } = kinds[entity].onPlainServers
  expect(canReadById).toBe(calls.has('canReadById'))
  for (const work of ['create', 'update', 'delete'] as const) expect(rules[work] === 'synced').toBe(calls.has(work))
})

/** The fields that the specification's calls accept, for the kinds that are sent. They never change. */
const specifiedFields: Partial<Record<EntityName, string>> = {
  client: 'category email first_name last_name notes phone_number',
  listing: 'description listing_price status',
  listing_image: 'caption is_primary position',
  showing: 'client_email end_time showing_date start_time',
  open_house: 'date end_time start_time',
  open_house_visit: 'client_email',
  tour: 'client_email end_time preferences selected_listings start_time status tour_date',
}

test.each(entityNames.filter((entity) => kinds[entity].onPlainServers.create === 'synced'))(
  '%s: a field that the specification lacks is an extension',
  (entity) => {
    const { fields, extensions = [] } = kinds[entity]
    const sent = fields.filter((field) => !extensions.includes(field)).toSorted()
    expect(sent.join(' '), `extensions in src/core/kinds/${entity.replaceAll('_', '-')}-kind.ts`).toBe(
      specifiedFields[entity],
    )
  },
)

test('a change that a plain server cannot accept is described as staying on the device', () => {
  expect(formatPlainServerNotice('client', 'delete')).toBeNull()
  expect(formatPlainServerNotice('open_house', 'delete')).toBe(
    'Your office’s server cannot delete open houses. This one is hidden on this device only.',
  )
  expect(formatPlainServerNotice('appointment', 'create')).toContain('takes no new appointments')
  // Kinds that the server lacks entirely have their own screens say so.
  expect(formatPlainServerNotice('follow_up', 'update')).toBeNull()
})

describe('a record that leaves fields out', () => {
  test('shows the defaults of its kind for missing fields, and the values that it has', () => {
    expect(withEveryField('appointment', { date: '2026-11-22', notes: 'x' })).toEqual({
      title: 'Appointment',
      date: '2026-11-22',
      start_time: '',
      end_time: '',
      notes: 'x',
    })
    expect(withEveryField('appointment', { title: '' })).toMatchObject({ title: 'Appointment' })
    expect(withEveryField('client', { first_name: 'Jo', phone_number: 5550100, email: null })).toMatchObject({
      first_name: 'Jo',
      phone_number: '5550100',
      email: '',
      category: 'Buyer',
    })
  })

  test('has lists and objects for fields that hold them', () => {
    const tour = withEveryField('tour', { stops: [{ order: 2 }, null, 'x'], selected_listings: null, preferences: 'x' })
    expect(tour).toMatchObject({ stops: [{ order: 2, listing_address: '' }], selected_listings: [], preferences: {} })
    expect(withEveryField('tour', {})).toMatchObject({ stops: [] })
    const untimed = [{ order: 1, listing_address: '9 Elm St', estimated_arrival: '', estimated_departure: '' }]
    expect(withEveryField('tour', { stops: untimed })['stops']).toEqual([{ order: 1, listing_address: '9 Elm St' }])
    expect(withEveryField('listing', { property: 5 })).toMatchObject({ property: { address: '' }, listing_price: 0 })
  })

  test('is returned as it is if nothing is missing', () => {
    const whole = { showing_date: '2026-11-22', start_time: '10:00', end_time: '10:30', client_email: 'a@b.org' }
    expect(withEveryField('showing', whole)).toBe(whole)
  })
})

test('a date is read under either of its names', () => {
  expect(normalizeRecord('showing', { id: 1, date: '2026-11-22' }).record).toMatchObject({ showing_date: '2026-11-22' })
  expect(normalizeRecord('open_house', { id: 1, showing_date: '2026-11-22' }).record).toMatchObject({
    date: '2026-11-22',
  })
  const both = { id: 1, date: '2026-01-01', showing_date: '2026-11-22' }
  expect(normalizeRecord('showing', both).record).toMatchObject({ showing_date: '2026-11-22' })
})

test('a missing value is never shown as a number or a time', () => {
  expect(formatTime('')).toBe('')
  expect(formatDate('', '2026-11-22')).toBe('')
  expect(addDays('soon', 1)).toBe('soon')
  expect(formatLongDate('7')).toBe('7')
  expect(formatMonth('soon')).toBe('soon')
  expect(addMonths('soon', 1)).toBe('soon')
  expect(formatWeek('soon')).toBe('soon')
  expect(tourMiles({ total_distance: null, stops: [] })).toBe('–')
  expect(tourMilesText({ stops: [] })).toBe('miles unknown')
  expect(tourMinutes({ estimated_duration: null, stops: [] })).toBe('–')
})

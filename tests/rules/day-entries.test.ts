import { expect, test } from 'vitest'
import type { TourStep } from '#core/contract/tour.ts'
import { entriesOfDay, isNotStarted, type RecordOfDay } from '#core/domain/schedule/day-entries.ts'
import { dayAtMoment, formatVisitMoment, planDay } from '#core/domain/schedule/day-plan.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'

const salem = { latitude: 44.94, longitude: -123.03 }
const keizer = { latitude: 45, longitude: -123.02 }

type TourRecord = Extract<RecordOfDay, { kind: 'tour' }>

function aTour(wishes: Partial<TourRecord['record']> = {}): TourRecord {
  const stop = { duration_minutes: 30, listing_city: 'Salem' }
  const record = {
    key: '2',
    id: 2,
    client_email: 'jo@mailbox.example',
    status: 'scheduled',
    stops: [
      { ...stop, order: 1, stop_id: 's1', listing_address: '1 Salem St', ...salem, ...times('10:00:00', '10:30:00') },
      { ...stop, order: 2, stop_id: 's2', listing_address: '2 Keizer St', ...keizer, ...times('14:00:00', '14:30:00') },
    ],
    lunch: { start_time: '12:00:00', end_time: '12:45:00' },
    ...wishes,
  }
  const span = { start_time: '10:00:00', end_time: '14:30:00', place: salem, endPlace: keizer }
  const homes = [{ address: '1 Salem St', city: 'Salem', state: 'OR', zip_code: '97301' }]
  return { kind: 'tour', key: 'tour 2', title: 'Tour #2', ...span, record, homes }
}

function times(estimated_arrival: string, estimated_departure: string) {
  return { estimated_arrival, estimated_departure }
}

function step(kind: TourStep['kind'], stop_id: string, at: string): TourStep {
  return { id: `${kind} ${stop_id}`, kind, stop_id, at, minutes: null, rating: null, note: '', undoes: null }
}

function momentAt(time: string, ...records: RecordOfDay[]) {
  const minutesNow = minutesOfDay(time)
  const moment = dayAtMoment(planDay(entriesOfDay(records, minutesNow)), minutesNow)
  return { ...moment, words: formatVisitMoment(moment, minutesNow) }
}

const earlier = ({ earlier }: ReturnType<typeof momentAt>) =>
  earlier.map(({ visit: { title, progress } }) => `${title} ${progress ?? 'passed'}`)

test('the stops of a tour that was not started count as passed, not done', () => {
  expect(earlier(momentAt('13:30', aTour()))).toEqual(['1 Salem St passed', 'Lunch passed'])
})

test('a stop the agent left is done, lunch has passed, and the next stop says when to leave', () => {
  const steps = [step('arrived', 's1', '10:02:00'), step('left', 's1', '10:31:00')]
  const tour = aTour({ status: 'in_progress', steps })
  const moment = momentAt('13:30', tour)
  expect(earlier(moment)).toEqual(['1 Salem St done', 'Lunch passed'])
  expect(moment.words).toBe('Next: 2 Keizer St at 2:00 PM, leave by 1:45 PM')
})

test('all stops of a completed tour are done, even if it ended early, and its lunch is over', () => {
  const moment = momentAt('11:00', aTour({ status: 'completed' }))
  expect(earlier(moment)).toEqual(['1 Salem St done', 'Lunch over', '2 Keizer St done'])
  expect(moment.words).toBeNull()
})

test('a showing marked held is done, and one marked no-show is over, before or after its end time', () => {
  const showing = (key: string, status: 'Scheduled' | 'Held' | 'No-show'): RecordOfDay => ({
    kind: 'showing',
    key: `showing ${key}`,
    title: `Showing at ${key} Salem St`,
    start_time: '13:00',
    end_time: '13:45',
    place: salem,
    record: { key, listing_key: '1', client_email: 'jo@mailbox.example', status },
    property: { address: `${key} Salem St` },
  })
  const at = (time: string) =>
    earlier(momentAt(time, showing('1', 'Held'), showing('2', 'No-show'), showing('3', 'Scheduled')))
  expect(at('13:30')).toEqual(['1 Salem St done', '2 Salem St over'])
  expect(at('14:00')).toEqual(['1 Salem St done', '2 Salem St over', '3 Salem St passed'])
})

test('one sentence says what is on now and which stop of the tour is next', () => {
  const notary: RecordOfDay = {
    kind: 'appointment',
    key: 'appointment 1',
    title: 'Notary',
    start_time: '13:00',
    end_time: '13:45',
    place: null,
    record: { key: '1' },
  }
  const steps = [step('arrived', 's1', '10:02:00'), step('left', 's1', '10:31:00')]
  const { words } = momentAt('13:10', notary, aTour({ status: 'in_progress', steps }))
  expect(words).toBe('Now: Notary until 1:45 PM, then leave by 1:45 PM for 2 Keizer St')
})

test('a stop has its full address, as far as its listing is known', () => {
  const destinations = entriesOfDay([aTour({ lunch: null })], null).map(({ destination }) => destination)
  expect(destinations).toEqual(['1 Salem St, Salem, OR 97301', '2 Keizer St, Salem'])
})

test('a tour counts as not started once its first visit has passed without a step', () => {
  const at = (time: string, wishes: Partial<TourRecord['record']> = {}, date = '2026-11-23') =>
    isNotStarted(aTour(wishes).record, { date, today: '2026-11-23', minutesNow: minutesOfDay(time) })
  expect([at('10:29'), at('10:30')]).toEqual([false, true])
  expect([at('08:00', {}, '2026-11-22'), at('20:00', {}, '2026-11-24')]).toEqual([true, false])
  expect(at('20:00', { status: 'in_progress' })).toBe(false)
  expect(at('20:00', { stops: [] })).toBe(false)
})

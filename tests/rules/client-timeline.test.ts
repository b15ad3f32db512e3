import { expect, test } from 'vitest'
import { type RecordsOfClient, clientTimeline } from '#core/domain/schedule/client-timeline.ts'

const nothing: RecordsOfClient = {
  showings: [],
  tours: [],
  appointments: [],
  visits: [],
  followUps: [],
  interactions: [],
  addressOf: (key) => (key === 'home' ? '51 Aiken Way' : null),
}
const times = { start_time: '10:00:00', end_time: '10:30:00' }
const now = '2026-11-23 12:00:00'

test('upcoming entries are sorted soonest first, past ones newest first', () => {
  const showing = (key: string, showing_date: string) => ({ key, showing_date, ...times, listing_key: 'home' })
  const showings = ['2026-11-20', '2026-11-23', '2026-11-25', '2026-11-24'].map((date, at) => showing(`${at}`, date))
  const { coming, past } = clientTimeline({ ...nothing, showings }, now)
  expect(coming.map(({ date }) => date)).toEqual(['2026-11-24', '2026-11-25'])
  expect(past.map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-20'])
  expect(past[0]).toMatchObject({
    title: 'Showing at 51 Aiken Way',
    page: { to: '/listings/home', name: '51 Aiken Way' },
  })
})

test('a showing shows its outcome, a tour its rated homes, an interaction its text', () => {
  const { past } = clientTimeline(
    {
      ...nothing,
      showings: [
        {
          key: '1',
          showing_date: '2026-11-20',
          ...times,
          listing_key: 'gone',
          status: 'Held',
          feedback: 'Limit is 510k.',
          feedback_for_seller: 'Too dark.',
        },
      ],
      tours: [
        {
          key: '2',
          id: 41,
          tour_date: '2026-11-19',
          ...times,
          status: 'completed',
          stops: [
            { order: 1, stop_id: 'a', listing_address: '1 Oak St' },
            { order: 2, stop_id: 'b', listing_address: '2 Elm St' },
          ],
          steps: [
            { id: 's', kind: 'rated', stop_id: 'b', at: '10:00:00', minutes: null, rating: 4, note: '', undoes: null },
          ],
        },
      ],
      interactions: [{ key: '3', kind: 'Call', date: '2026-11-18', time: '15:00:00', text: 'Wants a garden.' }],
      visits: [{ key: '4', date: '2026-11-17', start_time: '13:00:00', open_house_key: 'o', listing_key: 'home' }],
    },
    now,
  )
  expect(past.map(({ title, detail }) => [title, detail])).toEqual([
    ['Showing', 'Held · For the seller: Too dark. · Private: Limit is 510k.'],
    ['Tour #41', '2 Elm St (4 of 5)'],
    ['Call', 'Wants a garden.'],
    ['Open house at 51 Aiken Way', ''],
  ])
})

test('a past tour says that it was not started or has no visits; a future one lists its homes', () => {
  const stops = [{ order: 1, stop_id: 'a', listing_address: '1 Oak St' }]
  const tour = (status: string, tour_date: string) => ({ key: status, status, tour_date, ...times, stops })
  const { coming, past } = clientTimeline(
    {
      ...nothing,
      tours: [tour('scheduled', '2026-11-20'), tour('completed', '2026-11-19'), tour('cancelled', '2026-11-18')],
    },
    now,
  )
  expect(coming).toEqual([])
  expect(past.map(({ detail }) => detail)).toEqual(['Not started', 'No visits were recorded', 'Cancelled · 1 Oak St'])
  const later = clientTimeline({ ...nothing, tours: [tour('scheduled', '2026-11-24')] }, now)
  expect(later.coming.map(({ detail }) => detail)).toEqual(['1 Oak St'])
})

test('an event under way is upcoming until it ends', () => {
  const until = (end_time: string) => ({ start_time: '11:00:00', end_time })
  const offer = (end_time: string) => ({ key: end_time, date: today, title: 'Offer', ...until(end_time) })
  const today = '2026-11-23'
  const { coming, past } = clientTimeline(
    {
      ...nothing,
      appointments: ['12:30:00', '11:30:00'].map(offer),
      showings: [{ key: 's', showing_date: today, listing_key: 'home', ...until('12:15:00') }],
      tours: [{ key: 't', tour_date: today, status: 'in_progress', stops: [], ...until('11:45:00') }],
    },
    now,
  )
  expect(coming.map(({ recordKey }) => recordKey).toSorted()).toEqual(['12:30:00', 's', 't'])
  expect(past.map(({ recordKey }) => recordKey)).toEqual(['11:30:00'])
})

test('a completed follow-up is in the history on its due date, even if completed before it', () => {
  const done = (key: string, due_date: string) => ({ key, due_date, text: `Task ${key}`, done: true })
  const followUps = [
    done('early', '2026-11-30'),
    { ...done('open', '2026-11-21'), done: false },
    done('late', '2026-11-20'),
  ]
  const { coming, past } = clientTimeline({ ...nothing, followUps }, now)
  expect(coming).toEqual([])
  expect(past.map(({ date, time, title, detail }) => [date, time, title, detail])).toEqual([
    ['2026-11-30', '', 'Follow-up done', 'Task early'],
    ['2026-11-20', '', 'Follow-up done', 'Task late'],
  ])
})

test('an interaction is never upcoming, whatever its date', () => {
  const interactions = [{ key: '1', kind: 'Note', date: '2026-11-30', time: '10:00:00', text: '' }]
  expect(clientTimeline({ ...nothing, interactions }, now).coming).toEqual([])
})

test('a visit held, completed or cancelled ahead of its time is not upcoming', () => {
  const tour = { tour_date: '2026-11-23', start_time: '15:00:00', end_time: '16:00:00', stops: [] }
  const showing = { showing_date: '2026-11-23', start_time: '16:00:00', end_time: '16:30:00', listing_key: 'home' }
  const { coming, past } = clientTimeline(
    {
      ...nothing,
      tours: ['scheduled', 'in_progress', 'completed', 'cancelled'].map((status) =>
        Object.assign({ key: status, status }, tour),
      ),
      showings: ['Scheduled', 'Held', 'Cancelled'].map((status) => Object.assign({ key: status, status }, showing)),
    },
    now,
  )
  expect(coming.map(({ recordKey }) => recordKey)).toEqual(['scheduled', 'in_progress', 'Scheduled'])
  expect(past.map(({ recordKey }) => recordKey).toSorted()).toEqual(['Cancelled', 'Held', 'cancelled', 'completed'])
})

test('a tour is upcoming until its first stop, even if its requested hours have begun', () => {
  const tour = {
    key: '2',
    id: 41,
    tour_date: '2026-11-23',
    start_time: '09:00:00',
    end_time: '17:00:00',
    status: 'scheduled',
  }
  const stop = { order: 1, stop_id: 'a', listing_address: '1 Oak St', estimated_arrival: '12:15:00' }
  const { coming } = clientTimeline({ ...nothing, tours: [{ ...tour, stops: [stop] }] }, now)
  expect(coming.map(({ title, time }) => [title, time])).toEqual([['Tour #41', '12:15:00']])
})

test('a cancelled or replanned tour still shows the visited homes and their ratings', () => {
  const stop = (id: string, listing_address: string, order: number) => ({ stop_id: id, listing_address, order })
  const step = { at: '10:00:00', stop_id: 'a', minutes: null, rating: null, note: '', undoes: null }
  const tour = {
    key: '1',
    id: 41,
    tour_date: '2026-11-20',
    start_time: '09:00:00',
    end_time: '17:00:00',
    stops: [stop('a', '1 Oak St', 1), stop('b', '2 Oak St', 2)],
    steps: [
      { ...step, id: '1', kind: 'arrived' as const },
      { ...step, id: '2', kind: 'left' as const },
      { ...step, id: '3', kind: 'rated' as const, rating: 5 },
    ],
  }
  const detailOf = (status: string) =>
    clientTimeline({ ...nothing, tours: [{ ...tour, status }] }, now).past.map(({ detail }) => detail)
  expect(detailOf('cancelled')).toEqual(['Cancelled · 1 Oak St (5 of 5)'])
  expect(detailOf('scheduled')).toEqual(['1 Oak St (5 of 5)'])
})

test('an open-house visit is upcoming until the open house begins', () => {
  const visit = { key: '1', open_house_key: 'oh', listing_key: 'home', date: '2026-11-23' }
  const titles = (start_time: string) =>
    clientTimeline({ ...nothing, visits: [{ ...visit, start_time }] }, now).coming.map(({ title }) => title)
  expect(titles('23:00:00')).toHaveLength(1)
  expect(titles('00:30:00')).toEqual([])
})

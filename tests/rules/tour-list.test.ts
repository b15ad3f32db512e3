import { expect, test } from 'vitest'
import { findTours } from '#core/domain/tours/tour-list.ts'
import { readTourListSearch } from '#core/domain/tours/tour-search-params.ts'

const tours = [
  {
    key: '1',
    id: 1,
    client_email: 'jo@example.com',
    tour_date: '2026-11-28',
    start_time: '09:00',
    status: 'scheduled',
  },
  {
    key: '2',
    id: 2,
    client_email: 'al@example.com',
    tour_date: '2026-11-23',
    start_time: '13:00',
    status: 'in_progress',
  },
  {
    key: '3',
    id: 3,
    client_email: 'jo@example.com',
    tour_date: '2026-11-23',
    start_time: '09:00',
    status: 'cancelled',
  },
]
const today = '2026-11-24'
const found = (search: string) => findTours(tours, { search }, today).map(({ id }) => id)

test('tours are found by client, by date in words or numbers, by status and by title', () => {
  expect(found('JO@')).toEqual([1, 3])
  expect(found('November 28')).toEqual([1])
  expect(found('monday')).toEqual([2, 3])
  expect(found('2026-11-23 cancelled')).toEqual([3])
  expect(found('in progress')).toEqual([2])
  expect(found('#2')).toEqual([2])
  expect(found('Tour #2')).toEqual([2])
  expect(found('nobody')).toEqual([])
})

test('current and upcoming tours come first, soonest first; past ones follow, the latest first', () => {
  expect(found('')).toEqual([2, 1, 3])
  const [scheduled] = tours
  const soon = { ...scheduled!, key: '4', id: 4, tour_date: '2026-11-25' }
  const past = { ...soon, key: '5', id: 5, tour_date: '2026-11-20' }
  expect(findTours([...tours, past, soon], {}, today).map(({ id }) => id)).toEqual([2, 4, 1, 3, 5])
  expect(findTours(tours, { status: 'cancelled' }, today).map(({ id }) => id)).toEqual([3])
})

test('older addresses still sort tours by day, in either order', () => {
  expect(findTours(tours, readTourListSearch({ sort: '-tour_date' }), today).map(({ id }) => id)).toEqual([1, 2, 3])
  expect(findTours(tours, readTourListSearch({ sort: 'tour_date' }), today).map(({ id }) => id)).toEqual([3, 2, 1])
  expect(readTourListSearch({ sort: 'upcoming' })).toEqual({})
})

test('a tour is found by the name of its client', () => {
  const nameOf = ({ client_email }: { client_email: string }) => (client_email.startsWith('jo') ? 'Jo Park' : '')
  expect(findTours(tours, { search: 'park scheduled' }, today, nameOf).map(({ id }) => id)).toEqual([1])
})

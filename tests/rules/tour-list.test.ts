import { expect, test } from 'vitest'
import { findTours } from '#core/domain/tour-list.ts'

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
const found = (search: string) => findTours(tours, { search }).map(({ id }) => id)

test('tours are found by client, by date in words and in numbers, by status and by number', () => {
  expect(found('JO@')).toEqual([1, 3])
  expect(found('November 28')).toEqual([1])
  expect(found('monday')).toEqual([2, 3])
  expect(found('2026-11-23 cancelled')).toEqual([3])
  expect(found('in progress')).toEqual([2])
  expect(found('#2')).toEqual([2])
  expect(found('nobody')).toEqual([])
})

test('the latest day is on top, and within a day the latest hour', () => {
  expect(found('')).toEqual([1, 2, 3])
  expect(findTours(tours, { sort: 'tour_date' }).map(({ id }) => id)).toEqual([3, 2, 1])
  expect(findTours(tours, { status: 'cancelled' }).map(({ id }) => id)).toEqual([3])
})

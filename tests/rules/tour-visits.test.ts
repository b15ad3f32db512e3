import { expect, test } from 'vitest'
import type { TourStep } from '#core/contract/tour.ts'
import { tourVisitsTo } from '#core/domain/tours/tour-visits.ts'

const stop = (order: number, listing_id: number | string) => ({
  order,
  stop_id: `s${order}`,
  listing_id,
  listing_address: `${order} Elm St`,
  estimated_arrival: '09:00:00',
  estimated_departure: '09:30:00',
})
const step = (kind: TourStep['kind'], stop_id: string, at: string, rating: number | null = null): TourStep => {
  return { id: `${kind} ${stop_id}`, kind, stop_id, at, minutes: null, rating, note: '', undoes: null }
}

const steps = [
  step('arrived', 's1', '09:05:00'),
  step('left', 's1', '09:25:00'),
  step('rated', 's1', '09:26:00', 4),
  step('skipped', 's2', '09:30:00'),
]

test('a listing has the visits of tours under its id and under its earlier local key', () => {
  const tours = [
    { tour_date: '2026-11-20', status: 'completed', stops: [stop(1, 7), stop(2, 8)], steps },
    { tour_date: '2026-11-21', status: 'in_progress', stops: [stop(1, 'local-7')], steps },
    { tour_date: '2026-11-22', status: 'scheduled', stops: [stop(1, 7)], steps: [] },
  ]
  const visits = tourVisitsTo(tours, { key: 'local-7', id: 7 })
  expect(visits.map(({ date, start_time, end_time, rating }) => [date, start_time, end_time, rating])).toEqual([
    ['2026-11-21', '09:05:00', '09:25:00', 4],
    ['2026-11-20', '09:05:00', '09:25:00', 4],
  ])
  expect(tourVisitsTo(tours, { key: '8', id: 8 })).toEqual([])
})

test('an unsent listing does not get visits of stops without a listing', () => {
  const { listing_id: _, ...unnamed } = stop(1, 7)
  const tours = [{ tour_date: '2026-11-20', status: 'completed', stops: [unnamed], steps }]
  expect(tourVisitsTo(tours, { key: 'local-9' })).toEqual([])
})

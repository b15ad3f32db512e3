import { expect, test } from 'vitest'
import { gapInTour } from '#core/domain/tours/tour-timeline.ts'

const stop = (order: number, estimated_arrival: string, estimated_departure: string) => {
  return { order, listing_address: `${order} Elm St`, estimated_arrival, estimated_departure, drive_minutes: 10 }
}

test('hours without a stop divide a tour into two trips, with the times of the gap', () => {
  const stops = [stop(2, '15:45:00', '16:20:00'), stop(1, '09:00:00', '09:50:00'), stop(3, '16:30:00', '17:00:00')]
  expect(gapInTour(stops, null)).toEqual({ start_time: '09:50:00', end_time: '15:35:00', minutes: 345 })
})

test('a drive, lunch and a short wait are not a gap', () => {
  const stops = [stop(1, '09:00:00', '10:00:00'), stop(2, '12:30:00', '13:00:00')]
  expect(gapInTour(stops, null)).toMatchObject({ minutes: 140 })
  expect(gapInTour(stops, { start_time: '11:00:00', end_time: '11:45:00' })).toBeNull()
  expect(gapInTour([stop(1, '09:00:00', '10:00:00')], null)).toBeNull()
})

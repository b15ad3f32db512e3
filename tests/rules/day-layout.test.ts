import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordOfDay } from '#core/domain/schedule/day-entries.ts'
import { layOutDay, placeInColumns } from '#core/domain/schedule/day-grid.ts'
import { timeOfSeconds } from '#core/domain/time/wall-clock.ts'

const home = { address: '5709 River Oak Way', latitude: 38.6, longitude: -121.33 }
const away = { address: '2010 Promontory Point Ln', latitude: 38.63, longitude: -121.24 }

const call = (title: string, start_time: string, end_time: string): RecordOfDay => ({
  kind: 'appointment',
  key: title,
  title,
  start_time,
  end_time,
  place: null,
  record: { key: title },
})

const openHouse = (property: typeof home, start_time: string, end_time: string): RecordOfDay => ({
  kind: 'open_house',
  key: property.address,
  title: property.address,
  start_time,
  end_time,
  place: property,
  property,
  record: { key: property.address, listing_key: '1' },
})

const stop = (order: number, estimated_arrival: string, estimated_departure: string, home: typeof away) => ({
  order,
  listing_id: order,
  listing_address: home.address,
  duration_minutes: 30,
  is_listed: true,
  latitude: home.latitude,
  longitude: home.longitude,
  estimated_arrival,
  estimated_departure,
})

const tour: RecordOfDay = {
  kind: 'tour',
  key: 'tour 2',
  title: 'Tour #2',
  start_time: '10:00:00',
  end_time: '15:00:00',
  place: home,
  endPlace: away,
  homes: [home, away],
  record: {
    key: '2',
    client_email: 'jo@mailbox.example',
    status: 'scheduled',
    stops: [stop(1, '10:00:00', '11:00:00', home), stop(2, '14:00:00', '15:00:00', away)],
  },
}

const overlapsOf = (events: RecordOfDay[]) =>
  layOutDay(events).places.map(({ event, overlaps }) => [event.title, overlaps.map(({ title }) => title)])

test('events at the same time overlap; events that only touch do not', () => {
  const [notary, bank, lunch] = [
    call('Notary', '10:00:00', '11:00:00'),
    call('Bank', '10:45:00', '11:30:00'),
    call('Lunch', '11:30:00', '12:00:00'),
  ]
  expect(overlapsOf([notary, bank, lunch])).toEqual([
    ['Notary', ['Bank']],
    ['Bank', ['Notary']],
    ['Lunch', []],
  ])
})

test('an event between two stops of a tour does not overlap the tour', () => {
  expect(overlapsOf([tour, call('Between', '12:00:00', '13:00:00'), call('Within', '14:30:00', '15:30:00')])).toEqual([
    ['Tour #2', ['Within']],
    ['Between', []],
    ['Within', ['Tour #2']],
  ])
})

test('lunch after the last home of a tour is not drawn, and takes no space in the grid', () => {
  const morning: RecordOfDay = {
    ...tour,
    end_time: '15:00:20',
    record: {
      ...tour.record,
      stops: [stop(1, '10:00:00', '11:00:00', home), stop(2, '14:00:00', '15:00:20', away)],
      lunch: { start_time: '15:00:20', end_time: '15:45:20' },
    },
  }
  const none = (title: string) => [title, []]
  const beside = (title: string, start: string, end: string) => overlapsOf([morning, call(title, start, end)])
  expect(beside('At its end', '15:00:00', '16:00:00')).toEqual(['Tour #2', 'At its end'].map(none))
  expect(beside('In lunch', '15:30:00', '16:00:00')).toEqual(['Tour #2', 'In lunch'].map(none))
  expect(beside('Within', '14:30:00', '16:00:00')).toEqual([
    ['Tour #2', ['Within']],
    ['Within', ['Tour #2']],
  ])
})

test('a drive is in the column of its destination, and drives within a tour are not drawn', () => {
  const { places, drives } = layOutDay([tour, openHouse(away, '12:00:00', '13:00:00')])
  expect(places.map(({ event, column }) => [event.title, column])).toEqual([
    ['Tour #2', 0],
    [away.address, 1],
  ])
  expect(drives).toMatchObject([{ column: 1, columns: 2, missingMinutes: 0 }])
})

test('a drive fills the space between the event above it and its destination', () => {
  const far = openHouse(away, '12:00:00', '13:00:00')
  const roomAfter = (...before: RecordOfDay[]) => layOutDay([...before, far]).drives.map(({ room }) => room)
  expect(roomAfter(openHouse(home, '10:00:00', '11:35:00'))).toEqual([25])
  expect(roomAfter(openHouse(home, '10:00:00', '11:20:00'), call('Call', '11:50:00', '12:00:00'))).toEqual([30])
  expect(roomAfter(openHouse(home, '10:00:00', '11:50:00'))).toEqual([10])
})

const times = fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 400 })).map(([start, length]) => ({
  start_time: timeOfSeconds(start * 60),
  end_time: timeOfSeconds(Math.min(start + length, 1439) * 60),
}))

test('no event covers another, each is within the day, and those side by side share the same columns', () => {
  fc.assert(
    fc.property(fc.array(times, { maxLength: 30 }), (events) => {
      const places = placeInColumns(events)
      expect(places).toHaveLength(events.length)
      for (const one of places) {
        expect(one.column + one.span).toBeLessThanOrEqual(one.columns)
        expect(one.start).toBeGreaterThanOrEqual(0)
        expect(one.start + one.minutes).toBeLessThanOrEqual(1440)
        for (const other of places) {
          const isAtOnce = one.start < other.start + other.minutes && other.start < one.start + one.minutes
          if (one === other || !isAtOnce) continue
          const isBeside = one.column + one.span <= other.column || other.column + other.span <= one.column
          expect(isBeside).toBe(true)
          expect(one.columns).toBe(other.columns)
        }
      }
    }),
  )
})

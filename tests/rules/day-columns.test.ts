import { expect, test } from 'vitest'
import { placeInColumns } from '#core/domain/schedule/day-grid.ts'

const event = (start_time: string, end_time: string) => ({ start_time, end_time })

test('events are placed at their minutes, in the order of the day', () => {
  const places = placeInColumns([event('13:00:00', '15:00:00'), event('00:00:00', '01:30:00')])
  expect(places).toMatchObject([
    { start: 0, minutes: 90, column: 0, columns: 1 },
    { start: 780, minutes: 120, column: 0, columns: 1 },
  ])
})

test('simultaneous events share the width, and a later one has all of it', () => {
  const places = placeInColumns([
    event('09:00:00', '11:00:00'),
    event('09:30:00', '10:00:00'),
    event('10:15:00', '11:30:00'),
    event('11:30:00', '12:00:00'),
  ])
  expect(places.map(({ column, columns }) => [column, columns])).toEqual([
    [0, 2],
    [1, 2],
    [1, 2],
    [0, 1],
  ])
})

test('an event extends into columns to its right that are free for its whole time', () => {
  const places = placeInColumns([
    event('09:00:00', '10:00:00'),
    event('09:00:00', '09:45:00'),
    event('09:30:00', '12:00:00'),
    event('10:30:00', '11:30:00'),
    event('12:00:00', '13:00:00'),
  ])
  expect(places.map(({ column, columns, span }) => [column, columns, span])).toEqual([
    [0, 3, 1],
    [1, 3, 1],
    [2, 3, 1],
    [0, 3, 2],
    [0, 1, 1],
  ])
})

test('a short event is tall enough to press, without covering the next', () => {
  const places = placeInColumns([event('09:00:00', '09:05:00'), event('09:10:00', '10:00:00')])
  expect(places).toMatchObject([
    { minutes: 30, column: 0, columns: 2 },
    { column: 1, columns: 2 },
  ])
})

test('an event at the end of the day stays within it', () => {
  expect(placeInColumns([event('23:50:00', '23:59:00')])).toMatchObject([{ start: 1410, minutes: 30 }])
})

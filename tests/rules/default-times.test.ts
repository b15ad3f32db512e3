import { expect, test } from 'vitest'
import { timeOfMinutes, defaultStart, defaultTimes } from '#core/domain/time/default-times.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'

const at = (time: string) => minutesOfDay(time)

test('a new event begins at the next full hour today, and at nine on other days', () => {
  expect(defaultStart(at('14:00'))).toBe(at('15:00'))
  expect(defaultStart(at('14:59'))).toBe(at('15:00'))
  expect(defaultStart(at('23:10'))).toBe(at('23:00'))
  expect(defaultStart(null)).toBe(at('9:00'))
})

test('the end of the day is its last minute', () => {
  expect([0, 645, 1440].map(timeOfMinutes)).toEqual(['00:00', '10:45', '23:59'])
})

test('a new visit begins at the first free full hour, or at its default time', () => {
  const busy = [
    { start_time: '15:00:00', end_time: '16:10:00' },
    { start_time: '17:20:00', end_time: '18:00:00' },
  ]
  expect(defaultTimes(at('14:20'), 30, busy)).toEqual({ start_time: '18:00', end_time: '18:30' })
  expect(defaultTimes(at('14:20'), 15, busy)).toEqual({ start_time: '17:00', end_time: '17:15' })
  expect(defaultTimes(at('14:20'), 30, [])).toEqual({ start_time: '15:00', end_time: '15:30' })
  const allDay = [{ start_time: '00:00:00', end_time: '23:59:00' }]
  expect(defaultTimes(null, 30, allDay)).toEqual({ start_time: '09:00', end_time: '09:30' })
})

import { expect, test } from 'vitest'
import { timeOfMinutes, usualStart } from '#core/domain/usual-times.ts'
import { minutesOfDay } from '#core/domain/wall-clock.ts'

const at = (time: string) => minutesOfDay(time)

test('something new begins at the next full hour today, at nine on other days', () => {
  expect(usualStart(at('14:00'))).toBe(at('15:00'))
  expect(usualStart(at('14:59'))).toBe(at('15:00'))
  expect(usualStart(at('23:10'))).toBe(at('23:00'))
  expect(usualStart(null)).toBe(at('9:00'))
})

test('the end of the day is its last minute', () => {
  expect([0, 645, 1440].map(timeOfMinutes)).toEqual(['00:00', '10:45', '23:59'])
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveSpan, spanAt, spanBetween, resizeSpan } from '#core/domain/schedule/day-grid.ts'
import { minutesOfDay } from '#core/domain/time/wall-clock.ts'

const at = (time: string) => minutesOfDay(time)
const span = (start: string, end: string) => ({ start: at(start), end: at(end) })

test('a press adds an hour from the half hour pressed', () => {
  expect(spanAt(at('10:44'))).toEqual(span('10:30', '11:30'))
  expect(spanAt(at('11:00'))).toEqual(span('11:00', '12:00'))
  expect(spanAt(at('23:50'))).toEqual(span('23:30', '24:00'))
})

test('a drag selects the quarters of an hour that it touches, up or down', () => {
  expect(spanBetween(at('9:20'), at('10:05'))).toEqual(span('9:15', '10:15'))
  expect(spanBetween(at('10:05'), at('9:20'))).toEqual(span('9:15', '10:15'))
  expect(spanBetween(at('9:20'), at('9:20'))).toEqual(span('9:15', '9:30'))
})

test('an event moves in steps of 15 minutes and keeps its odd minutes', () => {
  expect(moveSpan(span('10:37', '11:00'), 20)).toEqual(span('10:52', '11:15'))
  expect(moveSpan(span('10:37', '11:00'), 7)).toEqual(span('10:37', '11:00'))
  expect(moveSpan(span('22:00', '23:30'), 120)).toEqual(span('22:30', '24:00'))
})

test('an event can be shortened to 15 minutes, no less', () => {
  expect(resizeSpan(span('10:00', '11:00'), 31)).toEqual(span('10:00', '11:30'))
  expect(resizeSpan(span('10:00', '11:00'), -300)).toEqual(span('10:00', '10:15'))
})

const spans = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 600 }))
  .map(([start, length]) => ({ start, end: Math.min(start + length, 1440) }))
const drags = fc.integer({ min: -2000, max: 2000 })

test('pressed, dragged and stretched events stay within their day, and moved ones keep their length', () => {
  fc.assert(
    fc.property(spans, drags, fc.integer({ min: -50, max: 1500 }), (before, by, minute) => {
      const moved = moveSpan(before, by)
      expect(moved.end - moved.start).toBe(before.end - before.start)
      for (const { start, end } of [moved, resizeSpan(before, by), spanAt(minute), spanBetween(minute, minute + by)]) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(1440)
      }
    }),
  )
})

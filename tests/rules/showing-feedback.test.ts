import { expect, test } from 'vitest'
import { feedbackOf } from '#core/domain/visits/showing-status.ts'

const now = { today: '2026-11-21', minutesNow: 12 * 60 }
const times = { start_time: '10:00:00', end_time: '10:30:00' }
const held = { ...times, status: 'Held' } as const

test('feedback is summarized over the showings that were held', () => {
  const feedback = feedbackOf(
    [
      { ...held, showing_date: '2026-11-18', interest: 2, price_opinion: 'High' },
      { ...held, showing_date: '2026-11-20', interest: 5, price_opinion: 'Right' },
      { ...held, showing_date: '2026-11-19', price_opinion: 'High' },
      { ...times, showing_date: '2026-11-19', status: 'No-show' },
    ],
    now,
  )
  expect(feedback).toEqual({
    summary: '3 showings held · average interest 3.5 of 5 · price: 1 right, 2 too high',
    withoutOutcome: 0,
  })
})

test('a showing that has begun waits for its outcome; one still to come does not', () => {
  const passed = { ...times, showing_date: '2026-11-21' }
  expect(feedbackOf([passed], now)).toEqual({ summary: null, withoutOutcome: 1 })
  expect(feedbackOf([{ ...passed, showing_date: '2026-11-22' }], now)).toBeNull()
})

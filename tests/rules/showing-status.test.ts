import { expect, test } from 'vitest'
import { nextOpenHouse } from '#core/domain/visits/open-house-order.ts'
import {
  needsOutcome,
  comingFirst,
  isComing,
  formatShowingState,
  nextShowings,
} from '#core/domain/visits/showing-status.ts'

const now = { today: '2026-11-21', minutesNow: 10 * 60 + 15 }

function aShowing(showing_date: string, start_time: string, end_time: string, wishes = {}) {
  return { showing_date, start_time, end_time, ...wishes }
}

const passed = aShowing('2026-11-21', '09:00:00', '09:30:00')
const running = aShowing('2026-11-21', '10:00:00', '10:30:00')
const tomorrow = aShowing('2026-11-22', '10:00:00', '10:30:00')
const lastWeek = aShowing('2026-11-14', '10:00:00', '10:30:00')

test('upcoming showings come first, the next on top; earlier ones follow, the latest on top', () => {
  expect(comingFirst([lastWeek, tomorrow, passed, running], now)).toEqual([running, tomorrow, passed, lastWeek])
})

test('a showing with an outcome is not upcoming, even before its end', () => {
  expect(isComing({ ...running, status: 'Held' }, now)).toBe(false)
  expect(isComing({ ...running, status: 'No-show' }, now)).toBe(false)
  expect(isComing({ ...tomorrow, status: 'Cancelled' }, now)).toBe(true)
})

test('the outcome of a showing is asked for from its start until it is set', () => {
  expect([passed, running, tomorrow].map((showing) => needsOutcome(showing, now))).toEqual([true, true, false])
  for (const status of ['Held', 'No-show', 'Cancelled'] as const)
    expect(needsOutcome({ ...passed, status }, now)).toBe(false)
})

test('the next showing of a listing is the current one or the first to come, if not cancelled', () => {
  const at = (showing: typeof running, listing_key: string) => ({ ...showing, listing_key })
  const cancelled = { ...at(running, '2'), status: 'Cancelled' as const }
  const all = [at(tomorrow, '1'), at(passed, '1'), at(running, '1'), cancelled, at(tomorrow, '2'), at(passed, '3')]
  expect([...nextShowings(all, now)]).toEqual([
    ['2', at(tomorrow, '2')],
    ['1', at(running, '1')],
  ])
})

test('the next open house is the current one, or else the first to come', () => {
  const over = { date: '2026-11-21', start_time: '09:00:00', end_time: '10:00:00' }
  const on = { date: '2026-11-21', start_time: '10:00:00', end_time: '12:00:00' }
  const later = { date: '2026-11-23', start_time: '09:00:00', end_time: '10:00:00' }
  expect(nextOpenHouse([later, over, on], now)).toBe(on)
  expect(nextOpenHouse([later, over], now)).toBe(later)
  expect(nextOpenHouse([over], now)).toBeNull()
})

test('the state of a showing is summarized in a few words', () => {
  expect(formatShowingState({})).toBe('Scheduled')
  expect(formatShowingState({ status: 'Held', interest: 4, price_opinion: 'High' })).toBe(
    'Held · interest 4 of 5 · price too high',
  )
  // These answers were given before the showing was marked as not held.
  expect(formatShowingState({ status: 'No-show', interest: 4, price_opinion: 'High' })).toBe('No-show')
})

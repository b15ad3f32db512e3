import { expect, test } from 'vitest'
import { soonestFirst } from '#core/domain/visits/open-house-order.ts'

test('upcoming entries come first, soonest first; past ones follow, latest first', () => {
  const visits = [
    { date: '2026-11-08', time: '11:00' },
    { date: '2026-11-22', time: '14:00' },
    { date: '2026-11-14', time: '13:00' },
    { date: '2026-11-21', time: '10:45' },
    { date: '2026-11-21', time: '09:00' },
  ]
  const ordered = visits.toSorted(soonestFirst((visit) => visit, '2026-11-21'))
  expect(ordered.map(({ date, time }) => `${date} ${time}`)).toEqual([
    '2026-11-21 09:00',
    '2026-11-21 10:45',
    '2026-11-22 14:00',
    '2026-11-14 13:00',
    '2026-11-08 11:00',
  ])
})

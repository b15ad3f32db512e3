import { describe, expect, test } from 'vitest'
import { formatHour, type TimelineEvent, hoursShown, eventAfterKey } from '#features/tours/timeline/timeline-events.ts'
import { lengthBy } from '#features/tours/timeline/visit-lengths.ts'

const rows = [
  { key: 'you', label: 'You' },
  { key: '1', label: '5709 River Oak Way' },
  { key: '2', label: '2010 Promontory Point Ln' },
  { key: '3', label: 'Listing 3' },
]

function anEvent(key: string, rowKey: string, start_time: string, end_time: string): TimelineEvent {
  return { key, rowKey, kind: 'agent', title: key, start_time, end_time }
}

const call = anEvent('call', 'you', '09:00:00', '09:30:00')
const lunch = anEvent('lunch', 'you', '12:30:00', '13:15:00')
const morning = anEvent('morning', '1', '09:00:00', '10:00:00')
const afternoon = anEvent('afternoon', '3', '14:00:00', '16:00:00')
const early = anEvent('early', '3', '08:00:00', '08:30:00')
const events = [lunch, call, morning, afternoon, early]

describe('the arrow keys on the day timeline', () => {
  const after = (key: string, from: TimelineEvent) => eventAfterKey(key, from, rows, events)

  test('move along a row in the order of the day', () => {
    expect(after('ArrowRight', call)).toBe(lunch)
    expect(after('ArrowLeft', lunch)).toBe(call)
    expect(after('ArrowRight', lunch)).toBeNull()
    expect(after('Home', lunch)).toBe(call)
    expect(after('End', call)).toBe(lunch)
  })

  test('move to the nearest event in time of the next row with events', () => {
    expect(after('ArrowDown', lunch)).toBe(morning)
    expect(after('ArrowDown', morning)).toBe(early)
    expect(after('ArrowUp', afternoon)).toBe(morning)
    expect(after('ArrowUp', call)).toBeNull()
  })

  test('ignore every other key', () => {
    expect(after('Tab', call)).toBeNull()
  })
})

describe('the hours shown by the day timeline', () => {
  const office = { start_time: '09:00', end_time: '17:00' }

  test('are nine to five unless something needs more', () => {
    expect(hoursShown(office, [morning])).toEqual({ from: 9, to: 17 })
    expect(hoursShown(office, [early])).toEqual({ from: 8, to: 17 })
    expect(hoursShown({ start_time: '07:30', end_time: '19:15' }, [])).toEqual({ from: 7, to: 20 })
  })

  test('ignore unfinished times, and end at midnight', () => {
    expect(hoursShown({ start_time: '', end_time: '' }, [anEvent('late', 'you', '23:00:00', '23:59:59')])).toEqual({
      from: 9,
      to: 24,
    })
  })

  test('are named in local time', () => {
    expect([0, 9, 12, 17, 24].map(formatHour)).toEqual(['12 AM', '9 AM', 'Noon', '5 PM', '12 AM'])
  })
})

test('a visit gets longer in steps of five minutes from its length, and can return to it', () => {
  expect([0, 2, -2].map((by) => lengthBy(17, by))).toEqual([17, 17, 17])
  expect([3, 5, 11, -60].map((by) => lengthBy(17, by))).toEqual([22, 22, 27, 15])
  expect([lengthBy(118, 5), lengthBy(150, 0)]).toEqual([120, 150])
})

import { default as ICAL } from 'ical.js'
import { expect, test, vi } from 'vitest'
import type { FileRecord } from '#core/import/import-kind.ts'
import { textOf } from '#core/import/imported-records.ts'
import { eventOf } from '#files/event-in-file.ts'
import { eventsInCalendar } from '#files/events-in-calendar.ts'
import { occurrencesIn } from '#files/occurrences.ts'
import { clockOf } from '#files/zoned-times.ts'
import { appleCalendar, googleCalendar, outlookCalendar } from '#tests/support/calendar-files.ts'

const reading = { today: '2026-11-24', zone: 'America/Los_Angeles' }
const read = (text: string, at: Partial<typeof reading> = {}) => eventsInCalendar(text, { ...reading, ...at })
const event = (...properties: string[]) => ['BEGIN:VEVENT', ...properties, 'END:VEVENT'].join('\n')
const timesOf = (said: readonly FileRecord[]) =>
  said.map(({ title, date, start_time, end_time }) => {
    const [name, day, start, end] = [title, date, start_time, end_time].map(textOf)
    return `${name} ${day} ${start}–${end}`
  })

test('Google’s events are converted to the agent’s time zone, with moved and removed repeats', () => {
  const { records: said, unread, remarks } = read(googleCalendar)
  expect(timesOf(said)).toEqual([
    'Listing talk with Jo 2026-12-01 14:00:00–14:45:00',
    // The meeting is at nine before and after the clocks change on the first Sunday of November.
    'Team meeting 2026-10-30 09:00:00–09:30:00',
    'Team meeting 2026-11-06 09:00:00–09:30:00',
    'Team meeting 2026-11-13 09:00:00–09:30:00',
    'Team meeting, later this time 2026-11-20 14:00:00–14:30:00',
    'Team meeting 2026-12-04 09:00:00–09:30:00',
  ])
  expect(said[0]).toMatchObject({
    location: '12 Oak Lane, Salem',
    notes: 'Bring the keys\nand the folder & pens\nWith: Jo Ng <jo@example.com>',
  })
  expect(unread).toMatchObject([
    { title: 'Holidays', reasons: ['This is an all-day event; an appointment needs a start and an end time.'] },
  ])
  expect(remarks).toEqual([
    'Repeating events become one appointment for each time from Oct 25, 2026 to Nov 25, 2027.',
    '1 cancelled event is left out.',
  ])
})

test('a zone that only Windows names is read from its definition in the file', () => {
  expect(timesOf(read(outlookCalendar).records)).toEqual(['Lender in Boston 2026-12-03 09:00:00–10:00:00'])
  const summer = outlookCalendar.replaceAll('20261203', '20260703')
  expect(timesOf(read(summer, { zone: 'UTC' }).records)).toEqual(['Lender in Boston 2026-07-03 16:00:00–17:00:00'])
})

test('an event across midnight is one appointment a day, and one without an end takes 15 minutes', () => {
  const { records: said } = read(appleCalendar)
  expect(timesOf(said)).toEqual([
    'Closing party 2026-12-04 23:00:00–23:59:00',
    'Closing party 2026-12-05 00:00:00–03:00:00',
    'Call the bank 2026-12-05 10:00:00–10:15:00',
  ])
  expect(said[0]).toMatchObject({ location: 'Harbor Hall, 1 Pier Rd, Salem' })
})

test('an appointment has the same identity in each reading, on any day and in any time zone', () => {
  const names = (at: Partial<typeof reading>) => read(googleCalendar, at).records.map((one) => one['event'])
  expect(new Set(names({})).size).toBe(6)
  expect(names({ today: '2026-11-25' })).toEqual(names({}))
  expect(names({ zone: 'Europe/Berlin' })).toEqual(names({}))
})

test('a series without an end is expanded for a year, to at most 500 repeats', () => {
  const daily = event('UID:d', 'DTSTART:20200101T080000', 'DTEND:20200101T083000', 'RRULE:FREQ=DAILY', 'SUMMARY:Walk')
  const { records: said } = read(daily)
  expect(said.map(({ date }) => date)).toMatchObject({ 0: '2026-10-25', 395: '2027-11-24', length: 396 })
  expect(read(daily.replace('DAILY', 'HOURLY')).records.length).toBeLessThanOrEqual(500)
})

test('old repeats of a series are skipped without converting their times', () => {
  const own = clockOf('America/Los_Angeles', new Map())
  let asked = 0
  const clock = { ...own, instantOf: (...time: Parameters<typeof own.instantOf>) => (asked++, own.instantOf(...time)) }
  const daily = event('UID:d', 'DTSTART:19900101T090000Z', 'RRULE:FREQ=DAILY', 'SUMMARY:Walk')
  const component = new ICAL.Component(ICAL.parse(daily) as never)
  const since = eventOf(1, component, clock)
  if (typeof since === 'string') throw new Error(since)
  const period = { from: Date.parse('2026-11-01'), to: Date.parse('2026-11-21') }
  expect(occurrencesIn([since], period, clock)).toHaveLength(20)
  expect(asked).toBeLessThan(100)
})

test.each([
  ['FREQ=DAILY', '20261101 20261102 20261103'],
  ['FREQ=DAILY;INTERVAL=3', '20261103 20261106 20261109'],
  ['FREQ=WEEKLY', '20261102 20261109 20261116'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,FR;WKST=SU', '20261104 20261106 20261118'],
])('a series since 1990 reaches its current days without iterating over all years: %s', (rule, days) => {
  const clock = clockOf('UTC', new Map())
  const old = event('UID:o', 'DTSTART:19900101T090000Z', `RRULE:${rule}`, 'SUMMARY:Walk')
  const since = eventOf(1, new ICAL.Component(ICAL.parse(old) as never), clock)
  if (typeof since === 'string') throw new Error(since)
  const period = { from: Date.parse('2026-11-01'), to: Date.parse('2026-12-31') }
  const steps = vi.spyOn(ICAL.RecurIterator.prototype, 'next')
  const found = occurrencesIn([since], period, clock).map(({ start }) => new Date(start).toISOString().slice(0, 10))
  expect(found.slice(0, 3).join(' ').replaceAll('-', '')).toBe(days)
  expect(steps.mock.calls.length).toBeLessThan(100)
  steps.mockRestore()
})

test('a series since 1990 ends after its number of repeats', () => {
  const old = event('UID:o', 'DTSTART:19900101T090000', 'DTEND:19900101T093000', 'RRULE:FREQ=DAILY;COUNT=13477')
  expect(
    read(old)
      .records.map(({ date }) => date)
      .at(-1),
  ).toBe('2026-11-24')
})

test('a rule that matches no day still ends', () => {
  const never = event('UID:n', 'DTSTART:20261201T080000', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31', 'SUMMARY:Never')
  const { records: said, unread } = read(never)
  expect(said.length + unread.length).toBeGreaterThanOrEqual(1)
  // Every seventh day from a Tuesday is a Tuesday, never a Wednesday.
  const everyTuesday = event('UID:t', 'DTSTART:20261201T080000', 'RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=WE', 'SUMMARY:Tea')
  expect(read(everyTuesday).records.map(({ date }) => date)).toEqual(['2026-12-01'])
})

test('an unreadable event does not stop the others', () => {
  const broken = event('UID:b', 'DTSTART:soon', 'SUMMARY:Broken')
  const cut = 'BEGIN:VEVENT\nUID:c\nDTSTART:20261201T080000\nSUMMARY:Cut off'
  const whole = event('UID:w', 'DTSTART:20261202T080000', 'SUMMARY:Whole')
  const { records: said, unread } = read([broken, cut, whole].join('\n'))
  expect(said.map(({ title, line }) => [title, line])).toEqual([
    ['Cut off', 6],
    ['Whole', 10],
  ])
  expect(unread).toMatchObject([{ line: 1, title: 'Broken' }])
})

test('an event in the first or last year of the calendar does not stop the others', () => {
  const last = event('UID:a', 'SUMMARY:For ever', 'DTSTART:99991231T230000', 'DTEND:99991231T233000')
  const first = event('UID:b', 'SUMMARY:Never', 'DTSTART:00000101T090000Z', 'DTEND:00000101T093000Z')
  const whole = event('UID:c', 'SUMMARY:Tea', 'DTSTART:20261203T160000', 'DTEND:20261203T163000')
  const { records: said, unread } = read([last, first, whole].join('\n'))
  expect(timesOf(said)).toEqual(['Tea 2026-12-03 16:00:00–16:30:00'])
  expect(unread).toMatchObject([
    { line: 1, title: 'For ever', reasons: ['The year of this event looks wrong.'] },
    { line: 7, title: 'Never', reasons: ['The year of this event looks wrong.'] },
  ])
})

test.each([
  ['DTSTART:20261308T100000Z', 'DTEND:20261308T110000Z'],
  ['DTSTART:20270230T100000', 'DTEND:20270230T110000'],
  ['DTSTART:20261200T100000', 'DTEND:20261201T110000'],
  ['DTSTART:20261201T250000', 'DTEND:20261201T260000'],
  ['DTSTART:20261201T100000', 'DTEND:20261201T106500'],
])('an event at an impossible time is refused: %s, %s', (start, end) => {
  const { records: said, unread } = read(event('UID:i', start, end, 'SUMMARY:Tea'))
  expect(said).toEqual([])
  expect(unread).toMatchObject([{ line: 1, title: 'Tea', reasons: ['The date or time of this event looks wrong.'] }])
})

test.each(['DTEND:20261201T090000', 'DURATION:-PT1H'])('an event that ends before it starts is refused: %s', (end) => {
  const { records: said, unread } = read(event('UID:b', 'DTSTART:20261201T100000', end, 'SUMMARY:Tea'))
  expect(said).toEqual([])
  expect(unread).toMatchObject([{ line: 1, title: 'Tea', reasons: ['This event ends before it starts.'] }])
})

test('an event may end at midnight', () => {
  const late = event('UID:l', 'DTSTART:20261201T230000', 'DTEND:20261201T240000', 'SUMMARY:Late tea')
  expect(timesOf(read(late).records)).toEqual(['Late tea 2026-12-01 23:00:00–23:59:00'])
})

test('an event longer than 14 days is refused, and times in an unknown zone are kept as written', () => {
  const trip = event('UID:t', 'DTSTART:20261201T080000', 'DTEND:20261224T080000', 'SUMMARY:Trip')
  expect(read(trip).unread[0]?.reasons).toEqual(['This event lasts longer than 14 days.'])
  const strange = event('UID:s', 'DTSTART;TZID=Home:20261201T080000', 'SUMMARY:Tea')
  const { records: said, remarks } = read(strange)
  expect(timesOf(said)).toEqual(['Tea 2026-12-01 08:00:00–08:15:00'])
  expect(remarks).toEqual(['Times in an unknown time zone are kept as written: Home.'])
})

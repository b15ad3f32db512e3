import { expect, test } from 'vitest'
import { dayAtMoment, type DayVisit, formatVisitMoment, planDay } from '#core/domain/schedule/day-plan.ts'

const salem = { latitude: 44.94, longitude: -123.03 }
const keizer = { latitude: 45, longitude: -123.02 }

function visit(start_time: string, end_time: string, wishes: Partial<DayVisit> = {}): DayVisit {
  return { key: start_time, start_time, end_time, place: null, isAnywhere: false, ...wishes }
}

const inShort = (visits: DayVisit[]) =>
  planDay(visits).map((part) => {
    if (part.kind === 'visit') return `visit ${part.start}-${part.end}`
    if (part.kind === 'free') return `free ${part.start}-${part.end}`
    return `drive ${part.minutes} leave ${part.leaveBy} missing ${part.missingMinutes}`
  })

test('free time and the drive, with when to leave, are listed between two homes', () => {
  const parts = planDay([
    visit('10:45:00', '11:30:00', { place: keizer }),
    visit('09:00:00', '09:30:00', { place: salem }),
  ])
  expect(parts.map(({ kind }) => kind)).toEqual(['visit', 'free', 'drive', 'visit'])
  const [, free, drive] = parts
  expect(drive).toMatchObject({ kind: 'drive', minutes: 15, leaveBy: 630, missingMinutes: 0 })
  expect(free).toMatchObject({ start: 570, end: 630 })
  expect(drive?.kind === 'drive' && drive.miles).toBeCloseTo(5.6, 0)
})

test('a drive that does not fit says how many minutes are missing, and leaves no free time', () => {
  expect(inShort([visit('09:00', '09:30', { place: salem }), visit('09:35', '10:00', { place: keizer })])).toEqual([
    'visit 540-570',
    'drive 15 leave 560 missing 10',
    'visit 575-600',
  ])
})

test('after a tour, the next drive starts at its last stop', () => {
  const tour = visit('09:00', '09:30', { place: salem, endPlace: keizer })
  expect(inShort([tour, visit('09:30', '10:00', { place: keizer })])).toEqual(['visit 540-570', 'visit 570-600'])
})

test('planned stops fit even if they follow each other to the second', () => {
  const day = [
    visit('10:07:25', '10:37:25', { place: salem }),
    visit('10:52:10', '11:22:10', { place: keizer }),
    visit('11:36:50', '12:00:00', { place: salem }),
  ]
  const drives = planDay(day).filter(({ kind }) => kind === 'drive')
  // Leaving at 10:37 plus 15 minutes is 10:52; between 11:22 and 11:36 the clock shows 14.
  expect(drives).toMatchObject([
    { minutes: 15, leaveBy: 637, missingMinutes: 0 },
    { minutes: 14, leaveBy: 682, missingMinutes: 0 },
  ])
})

test('no drive is listed between two visits at the same home', () => {
  expect(inShort([visit('09:00', '09:30', { place: salem }), visit('09:30', '10:00', { place: salem })])).toEqual([
    'visit 540-570',
    'visit 570-600',
  ])
})

test('a call has no place of its own, so the drive after it starts at the place before it', () => {
  const day = [
    visit('09:00', '09:30', { place: salem }),
    visit('09:30', '09:45', { isAnywhere: true }),
    visit('10:30', '11:00', { place: keizer }),
  ]
  expect(inShort(day)).toEqual([
    'visit 540-570',
    'visit 570-585',
    'free 585-615',
    'drive 15 leave 615 missing 0',
    'visit 630-660',
  ])
})

test('no drive is listed to or from an unknown place', () => {
  const day = [
    visit('09:00', '09:30', { place: salem }),
    visit('10:00', '10:30'),
    visit('10:35', '11:00', { place: keizer }),
  ]
  expect(inShort(day)).toEqual(['visit 540-570', 'free 570-600', 'visit 600-630', 'visit 635-660'])
})

test('a visit during a longer one frees no time before the longer one ends', () => {
  expect(inShort([visit('09:00', '12:00'), visit('09:30', '10:00'), visit('12:10', '13:00')])).toEqual([
    'visit 540-720',
    'visit 570-600',
    'visit 730-780',
  ])
})

test('after two simultaneous visits, the drive starts at the one that ends last', () => {
  const day = [
    visit('09:00', '12:00', { place: salem }),
    visit('09:30', '10:00', { place: keizer }),
    visit('13:00', '14:00', { place: keizer }),
  ]
  expect(inShort(day).slice(-2)).toEqual(['drive 15 leave 765 missing 0', 'visit 780-840'])
})

test('after a completed stop the drive starts there, even if an earlier event ends later', () => {
  const day = [
    visit('10:00', '10:30', { place: salem }),
    visit('10:24', '10:28', { place: keizer, progress: 'done' }),
    visit('11:20', '11:50', { place: keizer }),
  ]
  expect(inShort(day).at(-1)).toBe('visit 680-710')
  expect(inShort(day).filter((part) => part.startsWith('drive'))).toHaveLength(1)
})

test('a drive between two stops of a tour is the planned one; any other is estimated', () => {
  const plannedDrive = { from: '09:00', minutes: 22, miles: 7 }
  const [first, last] = [
    visit('09:00', '09:30', { place: salem }),
    visit('11:00', '11:30', { place: keizer, plannedDrive }),
  ]
  expect(inShort([first, last])[2]).toBe('drive 22 leave 638 missing 0')
  const own = visit('10:00', '10:30', { place: salem })
  expect(inShort([first, own, last]).at(-2)).toBe('drive 15 leave 645 missing 0')
})

test('without time to drive after lunch, the agent drives first and has lunch there', () => {
  const [first, last] = [visit('09:00', '09:30', { place: salem }), visit('10:45', '11:30', { place: keizer })]
  const lunch = visit('10:10', '10:45', { isAnywhere: true })
  expect(inShort([first, lunch, last])).toEqual([
    'visit 540-570',
    'free 570-595',
    'drive 15 leave 595 missing 0',
    'visit 610-645',
    'visit 645-690',
  ])
})

test('a current event comes before the next one and its drive; after the last there is none', () => {
  const parts = planDay([visit('09:00', '09:30', { place: salem }), visit('10:45', '11:30', { place: keizer })])
  const at = (minutes: number) => dayAtMoment(parts, minutes)
  expect(at(530)).toMatchObject({ now: null, next: { part: { start: 540 }, drive: null } })
  expect(at(569)).toMatchObject({ now: { start: 540 }, next: { part: { start: 645 }, drive: { leaveBy: 630 } } })
  expect(at(570)).toMatchObject({ now: null, next: { part: { start: 645 }, drive: { leaveBy: 630 } } })
  expect(at(645)).toMatchObject({ now: { start: 645 }, next: null })
  expect(at(690)).toMatchObject({ now: null, next: null })
})

test('the current event stands apart, later ones follow, and ended ones come last', () => {
  const day = [
    visit('09:00', '09:30', { place: salem }),
    visit('10:45', '11:30', { place: keizer, progress: 'now' }),
    visit('13:00', '13:30', { place: salem, progress: 'coming' }),
  ]
  const starts = (parts: readonly { kind: string; start?: number }[]) =>
    parts.flatMap(({ kind, start }) => (kind === 'visit' ? [String(start)] : [kind]))
  for (const minutesNow of [640, 700, 900]) {
    const { now, next, rest, earlier } = dayAtMoment(planDay(day), minutesNow)
    expect(now).toMatchObject({ start: 645 })
    expect(next).toMatchObject({ part: { start: 780 } })
    expect([starts(rest), starts(earlier)]).toEqual([['free', 'drive', '780'], ['540']])
  }
  const early = dayAtMoment(planDay(day.map((one) => Object.assign(one, { progress: undefined }))), 600)
  expect(early).toMatchObject({ now: null, next: { part: { start: 645 }, drive: { leaveBy: 630 } } })
  expect(starts(early.rest)).toEqual(['free', 'free', 'drive', '780'])
})

test('one sentence says what is on, until when, and when to leave for the next event', () => {
  const named = (title: string, one: DayVisit, name = title) => ({ ...one, title, name })
  const parts = planDay([
    named('Notary', visit('09:00', '09:30', { isAnywhere: true })),
    named('1 Salem St', visit('09:30', '10:00', { place: salem }), 'Showing at 1 Salem St'),
    named('2 Keizer St', visit('11:00', '11:30', { place: keizer })),
  ])
  const at = (minutes: number) => formatVisitMoment(dayAtMoment(parts, minutes), minutes)
  expect(at(500)).toBe('Next: Notary at 9:00 AM')
  expect(at(560)).toBe('Now: Notary until 9:30 AM, then Showing at 1 Salem St at 9:30 AM')
  expect(at(580)).toBe('Now: Showing at 1 Salem St until 10:00 AM, then leave by 10:45 AM for 2 Keizer St')
  expect(at(620)).toBe('Next: 2 Keizer St at 11:00 AM, leave by 10:45 AM')
  expect(at(650)).toBe('Next: 2 Keizer St at 11:00 AM, leave now')
  expect(at(670)).toBe('Now: 2 Keizer St until 11:30 AM')
  expect(at(700)).toBeNull()
})

test('a time to leave before the end of the current event is not shown', () => {
  const named = (name: string, one: DayVisit) => ({ ...one, title: name, name })
  const said = (next: DayVisit, minutesNow: number) => {
    const parts = planDay([named('Open house', visit('08:00', '11:00', { place: salem })), named('2 Keizer St', next)])
    return formatVisitMoment(dayAtMoment(parts, minutesNow), minutesNow)
  }
  expect(said(visit('11:05', '11:30', { place: keizer }), 500)).toBe(
    'Now: Open house until 11:00 AM, then leave at once for 2 Keizer St',
  )
  expect(said(visit('08:40', '09:00', { place: keizer }), 500)).toBe(
    'Now: Open house until 11:00 AM, and 2 Keizer St at 8:40 AM',
  )
})

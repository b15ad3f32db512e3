import { expect, test } from 'vitest'
import { type DayVisit, nextPart, planDay, splitDay } from '#core/domain/day-plan.ts'

const salem = { latitude: 44.94, longitude: -123.03 }
const keizer = { latitude: 45, longitude: -123.02 }

function visit(start_time: string, end_time: string, wishes: Partial<DayVisit> = {}): DayVisit {
  return { start_time, end_time, place: null, isAnywhere: false, ...wishes }
}

const inShort = (visits: DayVisit[]) =>
  planDay(visits).map((part) => {
    if (part.kind === 'visit') return `visit ${part.start}-${part.end}`
    if (part.kind === 'free') return `free ${part.start}-${part.end}`
    return `drive ${part.minutes} leave ${part.leaveBy} missing ${part.missingMinutes}`
  })

test('between two houses stand the free time and the drive, with when to leave', () => {
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

test('a drive that does not fit says how much is missing, and no time is free', () => {
  expect(inShort([visit('09:00', '09:30', { place: salem }), visit('09:35', '10:00', { place: keizer })])).toEqual([
    'visit 540-570',
    'drive 15 leave 560 missing 10',
    'visit 575-600',
  ])
})

test('from a tour the agent drives on from its last door', () => {
  const tour = visit('09:00', '09:30', { place: salem, endPlace: keizer })
  expect(inShort([tour, visit('09:30', '10:00', { place: keizer })])).toEqual(['visit 540-570', 'visit 570-600'])
})

test('planned stops that follow each other to the second fit', () => {
  const day = [
    visit('10:07:25', '10:37:25', { place: salem }),
    visit('10:52:10', '11:22:10', { place: keizer }),
    visit('11:36:50', '12:00:00', { place: salem }),
  ]
  const drives = planDay(day).filter(({ kind }) => kind === 'drive')
  // 10:37 and 15 minutes are 10:52; between 11:22 and 11:36 the clock shows 14.
  expect(drives).toMatchObject([
    { minutes: 15, leaveBy: 637, missingMinutes: 0 },
    { minutes: 14, leaveBy: 682, missingMinutes: 0 },
  ])
})

test('from one visit to the next in the same house nobody drives', () => {
  expect(inShort([visit('09:00', '09:30', { place: salem }), visit('09:30', '10:00', { place: salem })])).toEqual([
    'visit 540-570',
    'visit 570-600',
  ])
})

test('a call is made where the agent just is, so the drive after it is known', () => {
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

test('from and to an unknown place no drive is told', () => {
  const day = [
    visit('09:00', '09:30', { place: salem }),
    visit('10:00', '10:30'),
    visit('10:35', '11:00', { place: keizer }),
  ]
  expect(inShort(day)).toEqual(['visit 540-570', 'free 570-600', 'visit 600-630', 'visit 635-660'])
})

test('what runs beside something longer frees nothing before its end', () => {
  expect(inShort([visit('09:00', '12:00'), visit('09:30', '10:00'), visit('12:10', '13:00')])).toEqual([
    'visit 540-720',
    'visit 570-600',
    'visit 730-780',
  ])
})

test('who was at two places at once drives from the one that ends last', () => {
  const day = [
    visit('09:00', '12:00', { place: salem }),
    visit('09:30', '10:00', { place: keizer }),
    visit('13:00', '14:00', { place: keizer }),
  ]
  expect(inShort(day).slice(-2)).toEqual(['drive 15 leave 765 missing 0', 'visit 780-840'])
})

test('next is what goes on, then what comes, with the drive to it; after the last nothing', () => {
  const parts = planDay([visit('09:00', '09:30', { place: salem }), visit('10:45', '11:30', { place: keizer })])
  expect(nextPart(parts, 530)).toMatchObject({ index: 0, isNow: false, drive: null })
  expect(nextPart(parts, 569)).toMatchObject({ index: 0, isNow: true })
  expect(nextPart(parts, 570)).toMatchObject({ index: 3, isNow: false, drive: { leaveBy: 630 } })
  expect(nextPart(parts, 645)).toMatchObject({ index: 3, isNow: true })
  expect(nextPart(parts, 690)).toBeNull()
})

test('at a moment, what is on stands alone, what is to come follows, and what is over is done, whatever the clock says of it', () => {
  const day = [
    visit('09:00', '09:30', { place: salem }),
    visit('10:45', '11:30', { place: keizer, progress: 'now' }),
    visit('13:00', '13:30', { place: salem, progress: 'coming' }),
  ]
  const starts = (parts: readonly { kind: string; start?: number }[]) =>
    parts.flatMap(({ kind, start }) => (kind === 'visit' ? [String(start)] : [kind]))
  for (const minutesNow of [640, 700, 900]) {
    const { next, rest, done } = splitDay(planDay(day), minutesNow)
    expect(next).toMatchObject({ isNow: true, drive: null, part: { start: 645 } })
    expect([starts(rest), starts(done)]).toEqual([['free', 'drive', '780'], ['540']])
  }
  const early = splitDay(planDay(day.map((one) => Object.assign(one, { progress: undefined }))), 600)
  expect(early.next).toMatchObject({ isNow: false, drive: { leaveBy: 630 }, part: { start: 645 } })
  expect(starts(early.rest)).toEqual(['free', 'free', 'drive', '780'])
})

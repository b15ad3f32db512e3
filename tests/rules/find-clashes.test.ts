import { expect, test } from 'vitest'
import { driveMinutes } from '#core/domain/travel/driving.ts'
import { type Visit, formatClash, findClashes } from '#core/domain/travel/find-clashes.ts'

const midtown = { latitude: 38.5733, longitude: -121.4776 }
const carmichael = { latitude: 38.6241, longitude: -121.3283 }

function aVisit(wishes: Partial<Visit> = {}): Visit {
  return {
    key: 'new',
    title: 'Showing at 51 Aiken Way',
    date: '2026-11-21',
    start_time: '10:45',
    end_time: '11:30',
    place: midtown,
    ...wishes,
  }
}

test('two visits at one time clash, and the message names the other', () => {
  const other = aVisit({ key: 'other', title: 'Open house at 9 Elm St', start_time: '11:00:00', end_time: '13:00:00' })
  const clashes = findClashes(aVisit(), [other])
  expect(clashes.map(formatClash)).toEqual(['Overlaps with Open house at 9 Elm St, 11:00 AM – 1:00 PM.'])
})

test('a visit does not clash with itself or with another day', () => {
  expect(findClashes(aVisit(), [aVisit(), aVisit({ key: 'other', date: '2026-11-22' })])).toEqual([])
})

test('visits that touch in one place do not clash, with or without seconds', () => {
  const next = aVisit({ key: 'next', start_time: '11:30:00', end_time: '12:00:00' })
  expect(findClashes(aVisit(), [next])).toEqual([])
  // Plans count seconds; clocks show minutes.
  expect(findClashes(aVisit({ end_time: '11:30:40' }), [next])).toEqual([])
})

test('a drive that does not fit between two visits is a clash, in either direction', () => {
  const next = aVisit({ key: 'next', place: carmichael, start_time: '11:40', end_time: '12:00' })
  const [clash] = findClashes(aVisit(), [next])
  expect(clash).toMatchObject({ kind: 'drive', freeMinutes: 10, driveMinutes: driveMinutes(midtown, carmichael) })
  expect(findClashes(next, [aVisit({ key: 'before' })])).toMatchObject([{ kind: 'drive', freeMinutes: 10 }])
  expect(findClashes(aVisit(), [{ ...next, start_time: '12:15', end_time: '12:30' }])).toEqual([])
  expect(formatClash(clash!)).toMatch(/^Leaves 10 min for a drive of about \d+ min: /)
  const [rough] = findClashes(aVisit(), [{ ...next, place: { ...carmichael, uncertaintyMiles: 1, home: '9 Elm St' } }])
  expect(formatClash(rough!)).toMatch(/^Leaves 10 min for a drive of ≈ \d+ min: /)
})

test('drives to a tour end at its first stop, and drives from it start at its last', () => {
  const tour = aVisit({ key: 'tour', place: midtown, endPlace: carmichael })
  const before = aVisit({ key: 'before', start_time: '10:00', end_time: '10:44' })
  const after = aVisit({ key: 'after', start_time: '11:31', end_time: '12:00' })
  expect(findClashes(tour, [before])).toEqual([])
  expect(findClashes(before, [tour])).toEqual([])
  expect(findClashes(tour, [after])).toMatchObject([{ kind: 'drive', freeMinutes: 1 }])
  expect(findClashes(after, [tour])).toMatchObject([{ kind: 'drive', freeMinutes: 1 }])
})

test('a drive to or from an unknown place does not clash', () => {
  const next = aVisit({ key: 'next', place: null, start_time: '11:30', end_time: '12:00' })
  expect(findClashes(aVisit(), [next])).toEqual([])
})

test('several clashes are sorted by time', () => {
  const late = aVisit({ key: 'late', title: 'Late', start_time: '11:15', end_time: '12:00' })
  const early = aVisit({ key: 'early', title: 'Early', start_time: '09:00', end_time: '11:00' })
  expect(findClashes(aVisit(), [late, early]).map((clash) => clash.with.title)).toEqual(['Early', 'Late'])
})

test('a drive is longer the farther it goes, and takes at least two minutes for parking', () => {
  expect(driveMinutes(midtown, { ...midtown, latitude: midtown.latitude + 0.000001 })).toBe(2)
  const across = driveMinutes(midtown, carmichael)
  expect(across).toBeGreaterThan(15)
  expect(across).toBeLessThan(35)
})

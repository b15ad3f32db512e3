import { expect, test } from 'vitest'
import { mergeSignIns } from '#core/domain/visits/visit-rules.ts'

const consent = (kind: string) => ({
  kind,
  wording_version: kind,
  wording: 'yes',
  given_at: '2026-11-22T19:05:00.000Z',
})
const ann = {
  name: 'Ann Couple',
  phone_number: '503 555 9001',
  consents: [consent('phone')],
  signed_in_at: '2026-11-22T19:05:00.000Z',
}
const later = '2026-11-22T19:06:00.000Z'
const ben = { ...ann, name: 'Ben Couple', phone_number: '503 555 9002', signed_in_at: later }

test('two people with one email keep both names and numbers, however often they sign in', () => {
  const both = mergeSignIns(ann, ben)
  expect(both).toMatchObject({ name: 'Ann Couple (503 555 9001) & Ben Couple', phone_number: '503 555 9002' })
  expect(mergeSignIns(both, ben)).toEqual(both)
  expect(mergeSignIns(both, ann)).toEqual(both)
  const names = mergeSignIns({ ...ann, name: 'A'.repeat(200) }, ben)
  expect(names.name).toHaveLength(200)
})

test('the number of a person who did not agree to calls is not the visit’s phone number', () => {
  const silent = { ...ben, consents: [] }
  expect(mergeSignIns(ann, silent)).toMatchObject({
    name: 'Ann Couple & Ben Couple (503 555 9002)',
    phone_number: '503 555 9001',
  })
  expect(mergeSignIns(silent, ann)).toMatchObject({
    name: 'Ben Couple (503 555 9002) & Ann Couple',
    phone_number: '503 555 9001',
  })
})

test('a later sign-in corrects the number, and one that arrives late does not', () => {
  const mistyped = { ...ann, phone_number: '555', consents: [] }
  const corrected = { ...ann, name: 'ann couple', phone_number: '503 555 7788', signed_in_at: later }
  const right = { name: 'Ann Couple', phone_number: '503 555 7788', consents: ann.consents }
  expect(mergeSignIns(mistyped, corrected)).toMatchObject(right)
  expect(mergeSignIns(corrected, mistyped)).toMatchObject({ ...right, name: 'ann couple' })
  expect(mergeSignIns(ann, { ...ann, phone_number: '', signed_in_at: later })).toEqual(ann)
})

test('a fuller name replaces a short one, and a visitor recorded by email only gets the name', () => {
  expect(mergeSignIns({ ...ann, name: 'Ann' }, ann).name).toBe('Ann Couple')
  const writtenDown = { name: '', phone_number: '', consents: [], signed_in_at: null }
  expect(mergeSignIns(writtenDown, ann)).toEqual(ann)
  expect(mergeSignIns(ann, writtenDown)).toEqual(ann)
})

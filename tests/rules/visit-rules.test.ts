import { expect, test } from 'vitest'
import { withSecondSignIn } from '#core/domain/visits/visit-rules.ts'

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
  const both = withSecondSignIn(ann, ben)
  expect(both).toMatchObject({ name: 'Ann Couple (503 555 9001) & Ben Couple', phone_number: '503 555 9002' })
  expect(withSecondSignIn(both, ben)).toEqual(both)
  expect(withSecondSignIn(both, ann)).toEqual(both)
  const names = withSecondSignIn({ ...ann, name: 'A'.repeat(200) }, ben)
  expect(names.name).toHaveLength(200)
})

test('the number of a person who did not agree to calls is not the visit’s phone number', () => {
  const silent = { ...ben, consents: [] }
  expect(withSecondSignIn(ann, silent)).toMatchObject({
    name: 'Ann Couple & Ben Couple (503 555 9002)',
    phone_number: '503 555 9001',
  })
  expect(withSecondSignIn(silent, ann)).toMatchObject({
    name: 'Ben Couple (503 555 9002) & Ann Couple',
    phone_number: '503 555 9001',
  })
})

test('a later sign-in corrects the number, and one that arrives late does not', () => {
  const mistyped = { ...ann, phone_number: '555', consents: [] }
  const corrected = { ...ann, name: 'ann couple', phone_number: '503 555 7788', signed_in_at: later }
  const right = { name: 'Ann Couple', phone_number: '503 555 7788', consents: ann.consents }
  expect(withSecondSignIn(mistyped, corrected)).toMatchObject(right)
  expect(withSecondSignIn(corrected, mistyped)).toMatchObject({ ...right, name: 'ann couple' })
  expect(withSecondSignIn(ann, { ...ann, phone_number: '', signed_in_at: later })).toEqual(ann)
})

test('a fuller name replaces a short one, and a visitor recorded by email only gets the name', () => {
  expect(withSecondSignIn({ ...ann, name: 'Ann' }, ann).name).toBe('Ann Couple')
  const writtenDown = { name: '', phone_number: '', consents: [], signed_in_at: null }
  expect(withSecondSignIn(writtenDown, ann)).toEqual(ann)
  expect(withSecondSignIn(ann, writtenDown)).toEqual(ann)
})

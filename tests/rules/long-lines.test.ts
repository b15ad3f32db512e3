import { expect, test } from 'vitest'
import { addressPartsIn } from '#core/import/home-in-row.ts'
import { importFormats } from '#files/import-formats.ts'

const blanks = ' '.repeat(60_000)

test('a cell of only commas and blanks is read as quickly as any other', () => {
  const cell = `812 Oak Ridge Ln,${blanks}`
  const cellOf = (meaning: string) => (meaning === 'address' ? cell : '')
  expect(addressPartsIn(cellOf).city).toBe('')
  const whole = (meaning: string) => (meaning === 'address' ? '812 Oak Ridge Ln, Unit 4B, Folsom, CA 95630' : '')
  expect(addressPartsIn(whole)).toMatchObject({ city: 'Folsom', state: 'CA', zip_code: '95630' })
})

test('a file of empty lines is searched for cards once', () => {
  const { isCards } = importFormats.clients
  expect(isCards?.test('\n'.repeat(60_000))).toBe(false)
  expect(['BEGIN:VCARD', '\r\n \tbegin:vcard\r\n', 'x\rBEGIN:VCARD'].map((text) => isCards?.test(text))).toEqual([
    true,
    true,
    true,
  ])
  expect(importFormats.appointments.isCards?.test('\n\n BEGIN:VCALENDAR\n')).toBe(true)
})

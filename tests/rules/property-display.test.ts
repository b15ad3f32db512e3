import { expect, test } from 'vitest'
import { knownNumber } from '#core/domain/text/amounts.ts'
import {
  factsText,
  figureText,
  garageText,
  lotSizeText,
  matchesPropertySearch,
  placeText,
  squareFeetOf,
  yearText,
} from '#core/domain/listings/listing-display.ts'

test('an unknown figure is shown as –, never as 0', () => {
  expect([4, 2.5, 0, null, undefined, '', 'many'].map(figureText)).toEqual(['4', '2.5', '–', '–', '–', '–', '–'])
})

test('numbers sent as text are read as numbers', () => {
  expect(['582000.00', ' 3 ', '0.00', ''].map(knownNumber)).toEqual([582_000, 3, null, null])
})

test('square_feet and square_footage are the same figure', () => {
  expect(squareFeetOf({ square_feet: 2222 })).toBe(2222)
  expect(squareFeetOf({ square_footage: 1872 })).toBe(1872)
  expect(squareFeetOf({ square_feet: 0 })).toBeNull()
})

test('the lot size is “0.00 acres” if it is missing', () => {
  expect([0.25, 1, null, undefined].map(lotSizeText)).toEqual(['0.25 acres', '1.00 acres', '0.00 acres', '0.00 acres'])
})

test('garage and year are shown in readable form', () => {
  expect([1, 2, null].map(garageText)).toEqual(['1 car', '2 cars', '–'])
  expect([1978, 0].map(yearText)).toEqual(['1978', '–'])
})

test('unknown parts of the place are left out', () => {
  expect(placeText({ city: 'Carmichael', state: 'CA', zip_code: '95608' })).toBe('Carmichael, CA 95608')
  expect(placeText({ city: 'Carmichael', state: '', zip_code: '' })).toBe('Carmichael')
  expect(placeText({})).toBe('')
})

test('unknown facts are left out', () => {
  expect(factsText({ bedrooms: 4, bathrooms: 1, square_feet: 2222 })).toBe('4 beds · 1 bath · 2,222 ft²')
  expect(factsText({ bedrooms: 0, bathrooms: 2, square_feet: null })).toBe('2 baths')
  expect(factsText({})).toBe('')
})

test('property search matches all that the Address column shows, in any case and spacing', () => {
  const property = { address: '8167 Derby Park Ct', city: 'Sacramento', state: 'CA', zip_code: '95828' }
  expect(matchesPropertySearch(property, ['derby', 'park'])).toBe(true)
  expect(matchesPropertySearch(property, ['8167', 'derby', 'ct,', 'sacramento'])).toBe(true)
  expect(matchesPropertySearch(property, ['95828'])).toBe(true)
  expect(matchesPropertySearch(property, ['derby', 'fresno'])).toBe(false)
  expect(matchesPropertySearch({ address: '12  Derby \u00a0Park Ct' }, ['derby', 'park'])).toBe(true)
})

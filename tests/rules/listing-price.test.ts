import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listingPrice } from '#core/contract/listing.ts'

function parsed(typed: string): number | string {
  const result = v.safeParse(listingPrice, typed)
  return result.success ? result.output : result.issues[0].message
}

test('a typed price may carry a dollar sign, commas between thousands, and cents', () => {
  expect(['593000', ' $593,000 ', '1,234.56', '$ 1,000,000'].map(parsed)).toEqual([
    593_000, 593_000, 1234.56, 1_000_000,
  ])
})

test.each(['1,23', '250,50', '1,2345', ',500', '12,34,567', '1.234.567', 'Infinity', '1e5', 'abc'])(
  'the price %o is refused',
  (typed) => {
    expect(parsed(typed)).toBe('Listing Price must be a number.')
  },
)

test('a price is from $1 to $10,000,000,000, with at most two decimals', () => {
  expect(parsed('')).toBe('Listing Price is required.')
  expect(parsed('0')).toBe('Listing Price must be at least $1.')
  expect(parsed('-5')).toBe('Listing Price must be at least $1.')
  expect(parsed('10000000000')).toBe(10_000_000_000)
  expect(parsed('10000000001')).toBe('Listing Price must be at most $10,000,000,000.')
  expect(parsed('100.005')).toBe('Listing Price has at most two decimals.')
})

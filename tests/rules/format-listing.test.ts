import { expect, test } from 'vitest'
import { formatListedBy, formatListingPrice } from '#core/domain/listings/listing-display.ts'

const unknown = { name: '', phone: '', email: '', brokerage: '', mls_number: '', link: '' }

test('the price of a home to show may be unknown, and is never shown as $0', () => {
  expect(formatListingPrice({ listing_price: 0, listed_by: unknown })).toBe('Price unknown')
  expect(formatListingPrice({ listing_price: 529_500, listed_by: unknown })).toBe('$529,500')
  expect(formatListingPrice({ listing_price: 529_500 })).toBe('$529,500')
})

test('a home to show says who lists it, as far as known', () => {
  expect(formatListedBy({ listed_by: { ...unknown, name: 'Ann Lee', brokerage: 'Bay Homes' } })).toBe(
    'Listed by Ann Lee, Bay Homes',
  )
  expect(formatListedBy({ listed_by: { ...unknown, brokerage: 'Bay Homes' } })).toBe('Listed by Bay Homes')
  expect(formatListedBy({ listed_by: unknown })).toBe('Listed by another broker')
  expect(formatListedBy({ listed_by: null })).toBeNull()
  expect(formatListedBy({})).toBeNull()
})

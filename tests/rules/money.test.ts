import { expect, test } from 'vitest'
import { amountForField, dollars, pricePerSquareFoot } from '#core/domain/money.ts'

test('prices are US dollars without decimals', () => {
  expect(dollars(582_000)).toBe('$582,000')
  expect(dollars(1_250.5)).toBe('$1,251')
})

test('the price for a square foot is rounded, and nothing while the area is unknown', () => {
  expect(pricePerSquareFoot(582_000, 2222)).toBe(262)
  expect(pricePerSquareFoot(582_000, null)).toBeNull()
  expect(pricePerSquareFoot(582_000, 0)).toBeNull()
})

test('a form field shows cents only where there are some', () => {
  expect([582_000, 99.5, null].map(amountForField)).toEqual(['582000', '99.50', ''])
})

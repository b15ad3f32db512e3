import { expect, test } from 'vitest'
import { pricePerSquareFoot, amountAsTyped, amountForField } from '#core/domain/text/amounts.ts'
import { formatDollars } from '#core/format/numbers.ts'

test('prices are US dollars without decimals', () => {
  expect(formatDollars(582_000)).toBe('$582,000')
  expect(formatDollars(1_250.5)).toBe('$1,251')
})

test('the price per square foot is rounded, and blank while the area is unknown', () => {
  expect(pricePerSquareFoot(582_000, 2222)).toBe(262)
  expect(pricePerSquareFoot(582_000, null)).toBeNull()
  expect(pricePerSquareFoot(582_000, 0)).toBeNull()
})

test('a form field shows cents only if there are any', () => {
  expect([582_000, 99.5, null].map(amountForField)).toEqual(['582,000', '99.50', ''])
})

test('typing an amount adds separators and changes nothing else', () => {
  expect(['582000', '$ 1234567.5', '999', '1,000', '12.3456', 'ask'].map(amountAsTyped)).toEqual([
    '582,000',
    '1,234,567.5',
    '999',
    '1,000',
    '12.3456',
    'ask',
  ])
})

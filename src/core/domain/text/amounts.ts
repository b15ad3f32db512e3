/** Dollars for one square foot, rounded; null while the area is unknown. */
export function pricePerSquareFoot(price: number, squareFeet: number | null): number | null {
  if (squareFeet === null || squareFeet <= 0) return null
  return Math.round(price / squareFeet)
}

/**
 * The number in a record's field, or null when it says nothing: missing, blank, not a number, or 0, which catalogues
 * write for "unknown" (reading R12). Servers may send decimals as text.
 */
export function knownNumber(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const number = typeof value === 'number' ? value : Number.parseFloat(value)
  return Number.isFinite(number) && number !== 0 ? number : null
}

/** An amount as a form field shows it: "582,000", cents only where there are some. */
export function amountForField(amount: number | null): string {
  if (amount === null || !Number.isFinite(amount)) return ''
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2
  return amount.toLocaleString('en-US', { minimumFractionDigits, maximumFractionDigits: 2 })
}

/** The same for what somebody typed, "582000" or "$582,000"; what is no amount stays as it is. */
export function amountAsTyped(typed: string): string {
  const [, whole, cents = ''] = /^(\d{4,})(\.\d{1,2})?$/.exec(typed.replaceAll(/[$\s]/g, '')) ?? []
  return whole === undefined ? typed : `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${cents}`
}

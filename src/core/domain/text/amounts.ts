export function pricePerSquareFoot(price: number, squareFeet: number | null): number | null {
  if (squareFeet === null || squareFeet <= 0) return null
  return Math.round(price / squareFeet)
}

/** Null for a missing or invalid number, and for 0, which catalogs write for "unknown" (reading R12). Decimals may be text. */
export function knownNumber(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const number = typeof value === 'number' ? value : Number.parseFloat(value)
  return Number.isFinite(number) && number !== 0 ? number : null
}

/** "582,000" for a form field, with cents only if there are any. */
export function amountForField(amount: number | null): string {
  if (amount === null || !Number.isFinite(amount)) return ''
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2
  return amount.toLocaleString('en-US', { minimumFractionDigits, maximumFractionDigits: 2 })
}

/** The same for typed text, "582000" or "$582,000"; other text is returned unchanged. */
export function amountAsTyped(typed: string): string {
  const [, whole, cents = ''] = /^(\d{4,})(\.\d{1,2})?$/.exec(typed.replaceAll(/[$\s]/g, '')) ?? []
  return whole === undefined ? typed : `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${cents}`
}

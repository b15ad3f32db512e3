export function pricePerSquareFoot(price: number, squareFeet: number | null): number | null {
  if (squareFeet === null || squareFeet <= 0) return null
  return Math.round(price / squareFeet)
}

/** Returns a number, also from text; null if it is missing, invalid, or 0, which catalogs write for "unknown" (reading R12). */
export function knownNumber(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const number = typeof value === 'number' ? value : Number.parseFloat(value)
  return Number.isFinite(number) && number !== 0 ? number : null
}

/** Returns "582,000" for a form field, with cents only if there are any. */
export function amountForField(amount: number | null): string {
  if (amount === null || !Number.isFinite(amount)) return ''
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2
  return amount.toLocaleString('en-US', { minimumFractionDigits, maximumFractionDigits: 2 })
}

/** Returns "582,000" for the typed text "582000" or "$ 582000". Other text, also with commas, is returned unchanged. */
export function amountAsTyped(typed: string): string {
  const [, whole, cents = ''] = /^(\d{4,})(\.\d{1,2})?$/.exec(typed.replaceAll(/[$\s]/g, '')) ?? []
  return whole === undefined ? typed : `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${cents}`
}

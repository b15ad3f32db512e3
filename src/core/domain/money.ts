const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 0,
  maximumFractionDigits: 0,
})

/** "$582,000": US dollars without cents. The amount is in dollars. */
export function dollars(amount: number): string {
  return wholeDollars.format(amount)
}

/** Dollars for one square foot, rounded; null while the area is unknown. */
export function pricePerSquareFoot(price: number, squareFeet: number | null): number | null {
  if (squareFeet === null || squareFeet <= 0) return null
  return Math.round(price / squareFeet)
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

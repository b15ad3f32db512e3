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

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

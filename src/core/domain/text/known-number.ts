/**
 * The number in a record's field, or null when it says nothing: missing, blank, not a number, or 0, which catalogues
 * write for "unknown" (reading R12). Servers may send decimals as text.
 */
export function knownNumber(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const number = typeof value === 'number' ? value : Number.parseFloat(value)
  return Number.isFinite(number) && number !== 0 ? number : null
}

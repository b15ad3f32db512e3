export function formatNumber(number: number): string {
  return number.toLocaleString('en-US')
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** "$582,000": without cents; `amount` is in dollars. */
export function formatDollars(amount: number): string {
  return wholeDollars.format(amount)
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** "76.2%" for 76.2, always with one decimal. */
export function formatPercent(share: number): string {
  return `${share.toFixed(1)}%`
}

const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  // Older engines refuse a maximum below two, the default minimum of a currency.
  minimumFractionDigits: 0,
  maximumFractionDigits: 0,
})

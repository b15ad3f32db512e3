/** "Zillow", "Zillow and Redfin", "Zillow, Redfin, and Trulia". */
export function formatList(names: readonly string[]): string {
  return list.format(names)
}

const list = new Intl.ListFormat('en-US')

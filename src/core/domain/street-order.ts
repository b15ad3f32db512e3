const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

/** What an address is ordered by: people look for a street first, then for the number in it. */
export function streetOrderKey(address: string): { street: string; number: string } {
  const [, number = '', street = address] = /^\s*(\d\S*)\s+(.+)$/.exec(address) ?? []
  return { street, number }
}

export function byStreet(one: ReturnType<typeof streetOrderKey>, other: ReturnType<typeof streetOrderKey>): number {
  return collator.compare(one.street, other.street) || collator.compare(one.number, other.number)
}

/** What addresses are sorted by, as plain texts: people look for a street first, then for the number in it. */
export function streetOrderKey(address: string): string {
  const [, number = '', street = address] = /^\s*(\d\S*)\s+(.+)$/.exec(address) ?? []
  return `${inOrder(street)}\n${inOrder(number)}`
}

/** Without capitals and accents, and with numbers as people count them. */
function inOrder(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/\d+/g, (digits) => digits.padStart(longestNumber, '0'))
}

const longestNumber = 9

import { isIPv6 } from 'node:net'

/** Counts IPv6 addresses by their first 64 bits, because a subscriber has a /64. IPv4-mapped ones count as IPv4. */
export function networkOf(address: string): string {
  const withoutZone = address.replace(/%.*/, '')
  if (!isIPv6(withoutZone)) return address
  const [first = '', last = ''] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [first, last].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  const groups = [...before, ...zeros, ...after]
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return bytes.flatMap((pair) => [pair >> 8, pair & 255]).join('.')
}

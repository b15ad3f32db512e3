import { isIPv6 } from 'node:net'

/** Returns the unit for rate and memory limits: an IPv4 address, even if written as IPv6, or an IPv6 /64, because each subscriber has a whole /64. */
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

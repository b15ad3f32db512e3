import { expect, test } from 'vitest'
import { networkOf } from '#server/http/network-of.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
  ['2001:0DB8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('the address %s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

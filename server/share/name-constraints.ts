export type ServerAddresses = { names: readonly string[]; addresses: readonly string[] }

export const nameConstraintsId = '2.5.29.30'

const privateNetworks = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16']
const [permittedSubtrees, dnsName, ipAddress, sequence] = [0xa0, 0x82, 0x87, 0x30]

/** Limits our certificate authority to these names and addresses and private networks, so that a stolen key cannot impersonate other sites. */
export function nameConstraints({ names, addresses }: ServerAddresses): Uint8Array<ArrayBuffer> {
  const networks = [...privateNetworks, ...addresses.map((address) => `${address}/32`)]
  const permitted = [
    ...names.map((name) => der(dnsName, new TextEncoder().encode(name))),
    ...networks.map((network) => der(ipAddress, addressAndMask(network))),
  ]
  return der(sequence, der(permittedSubtrees, ...permitted.map((one) => der(sequence, one))))
}

/** Returns the server's names and addresses that the extension permits; any other would make the whole certificate invalid. */
export function permittedBy(extension: Uint8Array, { names, addresses }: ServerAddresses): ServerAddresses {
  const permits = (subtree: Uint8Array) => Buffer.from(extension).includes(Buffer.from(subtree))
  return {
    names: names.filter((name) => permits(der(dnsName, new TextEncoder().encode(name)))),
    addresses: addresses.filter(
      (address) => isPrivate(address) || permits(der(ipAddress, addressAndMask(`${address}/32`))),
    ),
  }
}

function isPrivate(address: string): boolean {
  return /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(address)
}

function addressAndMask(network: string): Uint8Array {
  const [address = '', bits = '32'] = network.split('/')
  const mask = [0, 8, 16, 24].map((before) => 256 - 2 ** (8 - Math.min(8, Math.max(0, Number(bits) - before))))
  return Uint8Array.from([...address.split('.').map(Number), ...mask])
}

function der(tag: number, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Uint8Array.from([tag, ...size, ...content])
}

import os from 'node:os'

/** Returns this machine's IPv4 addresses, those of private networks first. */
export function lanAddresses(interfaces = os.networkInterfaces()): string[] {
  const addresses = Object.values(interfaces).flatMap((some = []) =>
    some.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  )
  const isPrivate = (address: string) => /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(address)
  return [...new Set(addresses)].sort((one, other) => Number(isPrivate(other)) - Number(isPrivate(one)))
}

/** Returns `localhost` and the names by which other machines may find this one, if the network resolves names. */
export function hostNames(): string[] {
  const name = os.hostname().toLowerCase()
  return ['localhost', ...(/^[a-z\d.-]+$/.test(name) ? [name, `${name.replace(/\.local$/, '')}.local`] : [])]
}

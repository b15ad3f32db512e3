import { type HomeAddress, homeName } from './place-of-home.ts'

/**
 * The home that the location of an appointment names: one of the agent's homes by its address, or whatever US address
 * with a ZIP code is written there. Null for any other text: such an appointment takes time without a place.
 */
export function homeInText<Home extends HomeAddress>(text: string, homes: readonly Home[]): Home | HomeAddress | null {
  const written = asWritten(text)
  // Without a number it is no address.
  if (!/\d/.test(written)) return null
  const named = homes.find((home) => namesOf(home).includes(written))
  if (named !== undefined) return named
  const address = addressIn(text)
  return address && (homes.find((home) => isSameHome(home, address)) ?? address)
}

type AddressInText = { address: string; zip_code: string }

const streetAndZip = /(?<street>\d+[a-z]?\s+[^,\n]*[a-z][^,\n]*?)\s*[,\n].*?\b(?<zip>\d{5})(?:-\d{4})?\b/is

/** "2211 SE Taylor St, Portland, OR 97214" in its parts; null without a street and a ZIP code behind it. */
function addressIn(text: string): AddressInText | null {
  const { street, zip } = streetAndZip.exec(text)?.groups ?? {}
  return street === undefined || zip === undefined ? null : { address: street, zip_code: zip }
}

function isSameHome(home: HomeAddress, { address, zip_code }: AddressInText): boolean {
  return homeName(home.address ?? '') === homeName(address) && (home.zip_code ?? '').trim().slice(0, 5) === zip_code
}

/** How people write where a home is: the street alone, with the city, with all of it. */
function namesOf({ address, city, state, zip_code }: HomeAddress): string[] {
  if (!address) return []
  const whole = [address, city, state, zip_code].filter(Boolean).join(' ')
  return [address, `${address} ${city ?? ''}`, whole].map(asWritten)
}

function asWritten(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s,.]+/g, ' ')
    .trim()
}

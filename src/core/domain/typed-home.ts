import { amountForField } from './amount-field.ts'
import type { ZipNames } from './coded-zip-names.ts'
import { splitAddress } from './pasted-address.ts'
import { isPlaced, type SharedHome, sharedHome } from './shared-home.ts'
import { usAddress } from './us-address.ts'

/** A home as the fields of a form hold it; what is not typed is ''. */
export type TypedHome = {
  address: string
  unit: string
  city: string
  state: string
  zip_code: string
  listing_price: string
  link: string
}

/**
 * The fields after what *Address* holds was read: a whole address or a text that was shared, with its price and link, goes
 * into the fields that it names. A street alone, and what is no address, stays as it is typed.
 */
export function readAddress<Home extends TypedHome>(typed: Home, cityOf: ZipNames): Home {
  const found = homeIn(typed.address, cityOf)
  if (found === null) return typed
  return {
    ...typed,
    address: found.address,
    city: found.city || typed.city,
    state: found.state || typed.state,
    zip_code: found.zip_code || typed.zip_code,
    listing_price: found.price === null ? typed.listing_price : amountForField(found.price),
    link: found.link ?? typed.link,
  }
}

/** The home that is saved: its address with the unit, and the city and state of its ZIP code where they are blank. */
export function wholeHome<Home extends TypedHome>(typed: Home, cityOf: ZipNames): Home {
  const home = readAddress(typed, cityOf)
  const place = cityOf(home.zip_code.trim().slice(0, 5))
  return {
    ...home,
    address: withUnit(home),
    city: home.city.trim() || (place?.city ?? ''),
    state: home.state.trim() || (place?.state ?? ''),
  }
}

function homeIn(text: string, cityOf: ZipNames): SharedHome | null {
  const shared = () => sharedHome(text, cityOf)
  // The unit ahead of a plain address is lost in a sentence.
  if (/https?:|\$/i.test(text)) return shared()
  const split = splitAddress(text, cityOf)
  if (split !== null && isPlaced(split)) return { ...split, price: null, link: null }
  const found = shared()
  return found !== null && (isPlaced(found) || text.trim().length > found.address.length + 1) ? found : null
}

/** "4B" is "#4B" behind the street; the unit that an address has already is not said twice. */
function withUnit({ address, unit }: TypedHome): string {
  const street = address.trim()
  const door = unit.trim()
  if (door === '' || usAddress({ address: street })?.unit) return street
  return `${street} ${/^\w{1,5}$/.test(door) ? `#${door}` : door}`
}

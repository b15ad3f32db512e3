import { amountForField } from '#core/domain/text/amounts.ts'
import type { ZipNames } from '#core/domain/addresses/zip-tables.ts'
import { splitAddress } from '#core/domain/addresses/pasted-address.ts'
import { isPlaced, type SharedHome, sharedHome } from '#core/domain/addresses/shared-home.ts'
import { usAddress } from '#core/domain/addresses/us-address.ts'

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
    ...joinUnit(home),
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

/**
 * The fields after this text was pasted in *Address*; null where the text is no home by itself, and belongs to what is typed.
 * A home takes the place of the one that was there, with all that goes with its address.
 */
export function pasteAddress<Home extends TypedHome>(typed: Home, text: string, cityOf: ZipNames): Home | null {
  const isReplaced = usAddress(typed) !== null
  const gone = { unit: '', city: '', state: '', zip_code: '', listing_price: '', link: '' }
  const read = readAddress({ ...typed, ...(isReplaced ? gone : {}), address: text.trim() }, cityOf)
  if (read.address !== text.trim()) return read
  const isStreet = splitAddress(text, cityOf) !== null && usAddress({ address: text }) !== null
  return isReplaced && isStreet ? read : null
}

type StreetAndUnit = { address: string; unit: string }

/**
 * The unit goes behind the street: "4B" is "#4B". What an address says already is not said twice. A unit that differs from
 * the one in the address stays in `unit`, for the agent to correct.
 */
export function joinUnit<Typed extends StreetAndUnit>(typed: Typed): Typed {
  const [street, door] = [typed.address.trim(), typed.unit.trim()]
  if (door === '') return { ...typed, address: street, unit: '' }
  const said = usAddress({ address: street })?.unit ?? ''
  if (said !== '') return { ...typed, address: street, unit: said === unitOf(door) ? '' : door }
  return { ...typed, address: `${street} ${/^\w{1,5}$/.test(door) ? `#${door}` : door}`, unit: '' }
}

/** Street and unit of an address that has its unit at the end; of another all of it and ''. */
export function splitUnit(text: string): StreetAndUnit {
  const address = text.trim()
  const whole = usAddress({ address })
  if (whole === null || whole.unit === '') return { address, unit: '' }
  const spaces = [...address.matchAll(/[\s,]+/g)].toReversed()
  for (const { index, 0: space } of spaces) {
    const [street, unit] = [address.slice(0, index), address.slice(index + space.length)]
    const found = usAddress({ address: street, unit })
    const isSame = usAddress({ address: street })?.unit === '' && JSON.stringify(found) === JSON.stringify(whole)
    if (isSame && unitOf(unit) === whole.unit) return { address: street, unit }
  }
  return { address, unit: '' }
}

/** In the form in which addresses are compared. */
function unitOf(unit: string): string {
  return usAddress({ address: '1 X St', unit })?.unit ?? ''
}

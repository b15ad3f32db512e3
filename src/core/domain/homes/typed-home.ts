import { amountForField } from '#core/domain/text/amounts.ts'
import type { ZipNames } from '#core/domain/addresses/zip-tables.ts'
import { splitAddress } from '#core/domain/addresses/pasted-address.ts'
import { isPlaced, type SharedHome, sharedHome } from '#core/domain/addresses/shared-home.ts'
import { usAddress } from '#core/domain/addresses/us-address.ts'

export type TypedHome = {
  address: string
  unit: string
  city: string
  state: string
  zip_code: string
  listing_price: string
  link: string
}

/** Moves a whole address or shared text from *Address* into the fields, with price and link. Other text stays as typed. */
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

/** The home to save: the unit is in its address, and a blank city and state come from the ZIP code. */
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
  // In a sentence, a unit before the street would be lost.
  if (/https?:|\$/i.test(text)) return shared()
  const split = splitAddress(text, cityOf)
  if (split !== null && isPlaced(split)) return { ...split, price: null, link: null }
  const found = shared()
  return found !== null && (isPlaced(found) || text.trim().length > found.address.length + 1) ? found : null
}

/** The fields after a paste into *Address*; null if the text is not a home by itself. A home replaces the previous one. */
export function pasteAddress<Home extends TypedHome>(typed: Home, text: string, cityOf: ZipNames): Home | null {
  const isReplaced = usAddress(typed) !== null
  const gone = { unit: '', city: '', state: '', zip_code: '', listing_price: '', link: '' }
  const read = readAddress({ ...typed, ...(isReplaced ? gone : {}), address: text.trim() }, cityOf)
  if (read.address !== text.trim()) return read
  const isStreet = splitAddress(text, cityOf) !== null && usAddress({ address: text }) !== null
  return isReplaced && isStreet ? read : null
}

type StreetAndUnit = { address: string; unit: string }

/** Appends the unit to the street, "4B" as "#4B". A different unit than in the address stays in `unit`, to be corrected. */
export function joinUnit<Typed extends StreetAndUnit>(typed: Typed): Typed {
  const [street, door] = [typed.address.trim(), typed.unit.trim()]
  if (door === '') return { ...typed, address: street, unit: '' }
  const said = usAddress({ address: street })?.unit ?? ''
  if (said !== '') return { ...typed, address: street, unit: said === unitOf(door) ? '' : door }
  return { ...typed, address: `${street} ${/^\w{1,5}$/.test(door) ? `#${door}` : door}`, unit: '' }
}

/** Without a unit at the end of the address, `unit` is ''. */
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

function unitOf(unit: string): string {
  return usAddress({ address: '1 X St', unit })?.unit ?? ''
}

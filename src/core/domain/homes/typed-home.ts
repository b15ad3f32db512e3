import { amountForField } from '#core/domain/text/amounts.ts'
import type { ZipNames } from '#core/domain/addresses/zip-tables.ts'
import { splitAddress } from '#core/domain/addresses/pasted-address.ts'
import { isPlaced, type SharedHome, sharedHome } from '#core/domain/addresses/shared-home.ts'
import { usAddress } from '#core/domain/addresses/us-address.ts'

/** The text fields of a form for a home. `link`: its page on a listing site. */
export type TypedHome = {
  address: string
  unit: string
  city: string
  state: string
  zip_code: string
  listing_price: string
  link: string
}

/** Splits a whole address, or text shared from a listing site, in *Address* into the other fields. Returns `typed` unchanged if there is neither. */
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

/** Returns the home to save: its address includes the unit, and a blank city and state come from the ZIP code. */
export function completeHome<Home extends TypedHome>(typed: Home, cityOf: ZipNames): Home {
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
  // With a link or price it is shared text. Anything else is first read as one address: `sharedHome` would lose a unit that comes before the street.
  if (/https?:|\$/i.test(text)) return shared()
  const split = splitAddress(text, cityOf)
  if (split !== null && isPlaced(split)) return { ...split, price: null, link: null }
  const found = shared()
  return found !== null && (isPlaced(found) || text.trim().length > found.address.length + 1) ? found : null
}

/** Returns the fields after `text` is pasted into *Address*, replacing any home in the form; null if the browser should insert `text` as usual. */
export function pasteAddress<Home extends TypedHome>(typed: Home, text: string, cityOf: ZipNames): Home | null {
  const isReplaced = usAddress(typed) !== null
  const cleared = { unit: '', city: '', state: '', zip_code: '', listing_price: '', link: '' }
  const read = readAddress({ ...typed, ...(isReplaced ? cleared : {}), address: text.trim() }, cityOf)
  if (read.address !== text.trim()) return read
  const isStreet = splitAddress(text, cityOf) !== null && usAddress({ address: text }) !== null
  return isReplaced && isStreet ? read : null
}

type StreetAndUnit = { address: string; unit: string }

/** Appends the unit to the street, "4B" as "#4B". If the address already ends in a different unit, `unit` stays, so that the agent can correct it. */
export function joinUnit<Typed extends StreetAndUnit>(typed: Typed): Typed {
  const [street, unit] = [typed.address.trim(), typed.unit.trim()]
  if (unit === '') return { ...typed, address: street, unit: '' }
  const unitInAddress = usAddress({ address: street })?.unit ?? ''
  if (unitInAddress !== '')
    return { ...typed, address: street, unit: unitInAddress === normalizedUnit(unit) ? '' : unit }
  return { ...typed, address: `${street} ${/^\w{1,5}$/.test(unit) ? `#${unit}` : unit}`, unit: '' }
}

/** Splits the unit off the end of an address; `unit` is '' if there is none. */
export function splitUnit(text: string): StreetAndUnit {
  const address = text.trim()
  const whole = usAddress({ address })
  if (whole === null || whole.unit === '') return { address, unit: '' }
  const spaces = [...address.matchAll(/[\s,]+/g)].toReversed()
  for (const { index, 0: space } of spaces) {
    const [street, unit] = [address.slice(0, index), address.slice(index + space.length)]
    const found = usAddress({ address: street, unit })
    const isSame = usAddress({ address: street })?.unit === '' && JSON.stringify(found) === JSON.stringify(whole)
    if (isSame && normalizedUnit(unit) === whole.unit) return { address: street, unit }
  }
  return { address, unit: '' }
}

function normalizedUnit(unit: string): string {
  return usAddress({ address: '1 X St', unit })?.unit ?? ''
}

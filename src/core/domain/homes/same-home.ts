import { mayBeSameAddress } from '#core/domain/addresses/address-key.ts'
import { usAddress, type HomeAddress } from '#core/domain/addresses/us-address.ts'
import { splitAddress, type SplitAddress } from '#core/domain/addresses/pasted-address.ts'
import type { HomeAddress as PlacedAddress } from '#core/domain/travel/place-of-home.ts'

/**
 * True for two spellings of one home: "100 North Main Street, Apartment 4" and "100 N MAIN ST #4". A direction or a suffix that one of
 * them leaves out is no difference; a unit is, because each door of a building is a home of its own. Two addresses that
 * are no house number and street, such as "Lot 5, Elm St", are the same when they are written alike.
 */
export function isSameHome(first: HomeAddress, second: HomeAddress): boolean {
  return isSameDoor(withDoor(first), withDoor(second))
}

/** "12A Elm St" has its door in a field of its own, as "12 Elm St Unit A" could have. */
function withDoor(home: HomeAddress): HomeAddress {
  const [, number, letter, street] = /^\s*(\d+)-?([A-Z])(\s+\S.*)$/is.exec(home.address) ?? []
  const house = { ...home, address: `${number}${street}` }
  return letter === undefined || (home.unit ?? '') !== '' || usAddress(house)?.unit !== ''
    ? home
    : { ...house, unit: letter }
}

function isSameDoor(one: HomeAddress, other: HomeAddress): boolean {
  const [first, second] = [usAddress(one), usAddress(other)]
  if (first === null || second === null) return first === second && isWrittenAlike(one, other)
  return first.unit === second.unit && mayBeSameAddress(one, other)
}

function isWrittenAlike(one: HomeAddress, other: HomeAddress): boolean {
  const plain = ({ address, zip_code }: HomeAddress) =>
    `${address} ${(zip_code ?? '').trim().slice(0, 5)}`
      .toUpperCase()
      .replaceAll(/[^\p{L}\d]+/gu, ' ')
      .trim()
  return plain(one) === plain(other)
}

/**
 * The home that the location of an appointment names: one of the agent's homes by its address, or whatever US address
 * with a city or a ZIP code is written there. Null for any other text: such an appointment takes time without a place.
 */
export function homeInText<Home extends PlacedAddress>(
  text: string,
  homes: readonly Home[],
): Home | PlacedAddress | null {
  const written = addressIn(text)
  if (written === null) return null
  // Taking addresses apart is slow, and an agent may have thousands of homes.
  const [number = ''] = /\d+/.exec(written.address) ?? []
  const near = homes.filter(({ address }) => address?.includes(number))
  const named =
    near.find((home) => isNamed(home, written, isSameHome)) ??
    // Another door of the same house is at the same place.
    near.find((home) => isNamed(home, written, mayBeSameAddress))
  return named ?? (written.city === '' && written.zip_code === '' ? null : written)
}

/** The address in "Coffee at 8 Lake Rd, Bend" begins with its number; one without any number is none. */
function addressIn(text: string): SplitAddress | null {
  const fromNumberOn = /(?<!\S)\d.*$/s.exec(text)?.[0] ?? ''
  const [whole, part] = [splitAddress(text), splitAddress(fromNumberOn)]
  const found = [whole, part].find((one) => one !== null && /^\d/.test(one.address)) ?? whole
  return found !== null && /\d/.test(found.address) ? found : null
}

/** Whether a home has the written address; what the text leaves out is no difference. */
function isNamed(home: PlacedAddress, written: SplitAddress, isSame: typeof isSameHome): boolean {
  const state = home.state || written.state
  const isByCity = written.zip_code === '' && written.city !== ''
  return isSame(
    { address: home.address ?? '', city: home.city, state, zip_code: isByCity ? '' : home.zip_code },
    {
      address: written.address,
      city: written.city || home.city,
      state: written.state || state,
      zip_code: isByCity ? '' : written.zip_code || home.zip_code,
    },
  )
}

import { mayBeSameAddress } from '#core/domain/addresses/address-key.ts'
import { usAddress, type HomeAddress } from '#core/domain/addresses/us-address.ts'
import { splitAddress, type SplitAddress } from '#core/domain/addresses/pasted-address.ts'
import type { HomeAddress as PlacedAddress } from '#core/domain/travel/place-of-home.ts'

/** Whether two spellings mean one home. A direction or suffix may be missing, a unit may not. Without house number and street, texts are compared. */
export function isSameHome(first: HomeAddress, second: HomeAddress): boolean {
  return isSameUnit(withUnit(first), withUnit(second))
}

/** "12A Elm St" is read as "12 Elm St Unit A". */
function withUnit(home: HomeAddress): HomeAddress {
  const [, number, letter, street] = /^\s*(\d+)-?([A-Z])(\s+\S.*)$/is.exec(home.address) ?? []
  const house = { ...home, address: `${number}${street}` }
  return letter === undefined || (home.unit ?? '') !== '' || usAddress(house)?.unit !== ''
    ? home
    : { ...house, unit: letter }
}

function isSameUnit(one: HomeAddress, other: HomeAddress): boolean {
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

/** The home that an appointment's location names: one of `homes`, or a US address with city or ZIP code. Null for other text. */
export function homeInText<Home extends PlacedAddress>(
  text: string,
  homes: readonly Home[],
): Home | PlacedAddress | null {
  const written = addressIn(text)
  if (written === null) return null
  // Only addresses that contain the house number are parsed: parsing is slow, and an agent may have thousands of homes.
  const [number = ''] = /\d+/.exec(written.address) ?? []
  const candidates = homes.filter(({ address }) => address?.includes(number))
  const named =
    candidates.find((home) => isNamed(home, written, isSameHome)) ??
    // Otherwise another unit of the same house, because it has the same location.
    candidates.find((home) => isNamed(home, written, mayBeSameAddress))
  return named ?? (written.city === '' && written.zip_code === '' ? null : written)
}

/** The address in a text: in "Coffee at 8 Lake Rd, Bend" it begins at the number. Null for text without a number. */
function addressIn(text: string): SplitAddress | null {
  const fromNumberOn = /(?<!\S)\d.*$/s.exec(text)?.[0] ?? ''
  const [whole, part] = [splitAddress(text), splitAddress(fromNumberOn)]
  const found = [whole, part].find((one) => one !== null && /^\d/.test(one.address)) ?? whole
  return found !== null && /\d/.test(found.address) ? found : null
}

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

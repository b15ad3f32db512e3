import { mayBeSameAddress } from '#core/domain/addresses/address-key.ts'
import { type SplitAddress, splitAddress } from '#core/domain/addresses/pasted-address.ts'
import type { HomeAddress } from '#core/domain/travel/place-of-home.ts'
import { isSameHome } from './same-home.ts'

/**
 * The home that the location of an appointment names: one of the agent's homes by its address, or whatever US address
 * with a city or a ZIP code is written there. Null for any other text: such an appointment takes time without a place.
 */
export function homeInText<Home extends HomeAddress>(text: string, homes: readonly Home[]): Home | HomeAddress | null {
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
function isNamed(home: HomeAddress, written: SplitAddress, isSame: typeof isSameHome): boolean {
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

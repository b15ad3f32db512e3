import { milesBetween, type Place } from '#core/domain/travel/driving.ts'
import { plainText, usAddress, zip5, type HomeAddress } from './us-address.ts'
import { nameWords, streetSuffixes, stateCode } from './us-address-parts.ts'

/** An address in comparable form: `houses` finds candidates in an index, then `detail` decides which of them match. */
type AddressKey = {
  /** By ZIP code, "95838 3526 HIGH", then by city, "SACRAMENTO CA 3526 HIGH". An index stores only the first one; a lookup tries both. */
  houses: string[]
  /** "N|ST||4B": direction before the street name, suffix, direction after the name, unit. */
  detail: string
  city: string
}

type KnownAddress = Place & Pick<AddressKey, 'detail' | 'city'>

/** Returns an address's key; null without a house number and a street, or with neither a ZIP code nor a city and state. */
export function addressKey(home: HomeAddress): AddressKey | null {
  const street = usAddress(home)
  if (street === null) return null
  const [zip, city, state] = [zip5(home.zip_code), plainCity(home.city), stateCode(home.state ?? '')]
  const areas = [zip, city === '' || state === '' ? '' : `${city} ${state}`].filter((area) => area !== '')
  if (areas.length === 0) return null
  const { number, before, name, suffix, after, unit } = street
  return {
    houses: areas.map((area) => `${area} ${number} ${name}`),
    detail: [before, suffix, after, unit].join('|'),
    city,
  }
}

/** Whether two spellings may mean one address: either may lack a direction, the suffix or the unit. */
export function mayBeSameAddress(one: HomeAddress, other: HomeAddress): boolean {
  const [key, otherKey] = [addressKey(one), addressKey(other)]
  if (key === null || otherKey === null) return false
  const haveZips = zip5(one.zip_code) !== '' && zip5(other.zip_code) !== ''
  const isHouse = haveZips
    ? key.houses[0] === otherKey.houses[0]
    : key.houses.some((house) => otherKey.houses.includes(house))
  return isHouse && differsByAbsence(key.detail, otherKey.detail)
}

/** Returns null if none matches, or if matches are at different places. A direction, suffix or unit may be missing on one side, but not differ. */
export function chooseAddress<Known extends KnownAddress>(
  wanted: Pick<AddressKey, 'detail' | 'city'>,
  known: readonly Known[],
): Known | null {
  const same = known.filter(({ detail }) => detail === wanted.detail)
  if (same.length > 0) return onePlace(inCity(same, wanted.city))
  const near = known.filter(({ detail }) => differsByAbsence(detail, wanted.detail))
  const streets = new Set(near.map(({ detail }) => detail.split('|').slice(0, 3).join('|')))
  return streets.size === 1 ? onePlace(inCity(near, wanted.city)) : null
}

function plainCity(city: string | null | undefined): string {
  const words = plainText(city ?? '').split(' ')
  return words.map((word) => nameWords.get(word) ?? streetSuffixes.get(word) ?? word).join(' ')
}

function differsByAbsence(one: string, other: string): boolean {
  const parts = other.split('|')
  return one.split('|').every((part, index) => part === parts[index] || part === '' || parts[index] === '')
}

/** Prefers this city: two towns in one ZIP code may share a street name. Without a match, returns all: the town may have another name in the file. */
function inCity<Known extends KnownAddress>(known: readonly Known[], city: string): readonly Known[] {
  const inSameCity = known.filter((address) => address.city === city)
  return inSameCity.length > 0 ? inSameCity : known
}

const samePlaceMiles = 0.05

function onePlace<Known extends KnownAddress>(known: readonly Known[]): Known | null {
  const [first, ...others] = known
  if (first === undefined) return null
  return others.every((other) => milesBetween(first, other) <= samePlaceMiles) ? first : null
}

import * as v from 'valibot'
import { mayBeSameAddress } from '#core/domain/addresses/address-key.ts'
import { milesBetween, type Place } from '#core/domain/travel/driving.ts'
import { type HomeAddress, zip5 } from '#core/domain/addresses/us-address.ts'
import { stateCode } from '#core/domain/addresses/us-address-parts.ts'

/**
 * `house`: the home's location. `suggestion`: a place that the agent must confirm first. `label`: the found address, on one line. `attribution`:
 * the credit to show.
 */
export type GeocoderAnswer =
  | (Place & { kind: 'house' | 'suggestion'; label: string; attribution: string | null })
  | { kind: 'nothing' }

export const geocoderAnswerSchema: v.GenericSchema<unknown, GeocoderAnswer> = v.variant('kind', [
  v.object({
    kind: v.picklist(['house', 'suggestion']),
    latitude: v.number(),
    longitude: v.number(),
    label: v.string(),
    attribution: v.nullable(v.string()),
  }),
  v.object({ kind: v.literal('nothing') }),
])

/** A place that a provider found, in the same form for all providers. */
export type Offer = Place & {
  label: string
  /** ISO code with two or three letters, in any case. */
  country: string
  level: 'house' | 'street' | 'area'
  address: HomeAddress
}

const maxOffers = 10
const longestLabel = 200
const samePlaceMiles = 0.1

const american = new Set(['us', 'usa', 'pr', 'pri', 'gu', 'gum', 'vi', 'vir', 'as', 'asm', 'mp', 'mnp'])

/**
 * Returns the answer for a home. If all found houses with its address are at one place, this is the home's location. If they are not, the
 * first one is only a suggestion; if there are none, a house or street in the same town is. The location of a town is not used, because the
 * middle of the ZIP code is more exact.
 */
export function judgeOffers(home: HomeAddress, offers: readonly Offer[], attribution: string | null): GeocoderAnswer {
  const americanOffers = offers.slice(0, maxOffers).filter(({ country }) => american.has(country.toLowerCase()))
  const houses = americanOffers.filter(({ level, address }) => level === 'house' && mayBeSameAddress(home, address))
  const [house] = houses
  if (house !== undefined && houses.every((other) => milesBetween(house, other) <= samePlaceMiles))
    return answerOf('house', house, attribution)
  const suggested = house ?? americanOffers.find((offer) => offer.level !== 'area' && isInTown(home, offer.address))
  return suggested === undefined ? { kind: 'nothing' } : answerOf('suggestion', suggested, attribution)
}

function answerOf(kind: 'house' | 'suggestion', offer: Offer, attribution: string | null): GeocoderAnswer {
  const { latitude, longitude, label } = offer
  return {
    kind,
    latitude,
    longitude,
    label: label.slice(0, longestLabel),
    attribution: attribution?.slice(0, 300) ?? null,
  }
}

function isInTown(home: HomeAddress, offered: HomeAddress): boolean {
  if (zip5(home.zip_code) !== '' && zip5(home.zip_code) === zip5(offered.zip_code)) return true
  const isSame = (one: string | null | undefined, other: string | null | undefined): boolean =>
    Boolean(one) && stateCode(one!) === stateCode(other ?? '')
  return isSame(home.city, offered.city) && isSame(home.state, offered.state)
}

import * as v from 'valibot'
import type { HomeAddress } from '#core/domain/addresses/us-address.ts'
import type { Offer } from './geocoder-answers.ts'

export const geocoderNames = ['nominatim', 'photon', 'pelias', 'census'] as const
export type GeocoderName = (typeof geocoderNames)[number]

type Question = { street: string; city: string; state: string; zip: string }

type Provider = {
  /** The path of the search, relative to the configured URL of the geocoder. */
  path: string
  parameters: (question: Question) => Record<string, string>
  /** Returns the places in the provider’s answer, and the credit that its license requires. Throws if the answer has another shape. */
  read: (answer: unknown) => { offers: Offer[]; attribution: string | null }
}

const text = v.optional(v.nullable(v.string()), '')
const numeric = v.pipe(v.union([v.number(), v.pipe(v.string(), v.trim(), v.nonEmpty())]), v.transform(Number))
const latitude = v.pipe(numeric, v.minValue(-90), v.maxValue(90))
const longitude = v.pipe(numeric, v.minValue(-180), v.maxValue(180))
const point = v.object({ coordinates: v.looseTuple([longitude, latitude]) })

const osm = '© OpenStreetMap contributors'

/** API: https://nominatim.org/release-docs/latest/api/Output/ */
const nominatimSchema = v.array(
  v.object({
    lat: latitude,
    lon: longitude,
    licence: v.optional(v.string(), osm),
    display_name: v.string(),
    address: v.object({
      house_number: text,
      road: text,
      city: text,
      town: text,
      village: text,
      state: text,
      postcode: text,
      country_code: text,
    }),
  }),
)

const nominatim: Provider = {
  path: 'search',
  parameters: ({ street, city, state, zip }) => ({
    street,
    city,
    state,
    postalcode: zip,
    countrycodes: 'us',
    format: 'jsonv2',
    addressdetails: '1',
    limit: '5',
  }),
  read(answer) {
    const places = v.parse(nominatimSchema, answer)
    const offers = places.map(({ lat, lon, display_name: label, address }): Offer => {
      const { house_number: number, road, state, postcode: zip_code, country_code } = address
      const city = address.city || address.town || address.village
      const level = number && road ? 'house' : road ? 'street' : 'area'
      const offered = { address: `${number} ${road}`, city, state, zip_code }
      return { latitude: lat, longitude: lon, label, country: country_code ?? '', level, address: offered }
    })
    return { offers, attribution: places[0]?.licence ?? osm }
  },
}

/** API: https://github.com/komoot/photon, docs, API. */
const photonSchema = v.object({
  features: v.array(
    v.object({
      geometry: point,
      properties: v.object({
        osm_key: text,
        type: text,
        name: text,
        housenumber: text,
        street: text,
        city: text,
        state: text,
        postcode: text,
        countrycode: text,
      }),
    }),
  ),
})

const photon: Provider = {
  path: 'api',
  parameters: (question) => ({ q: inOneLine(question), limit: '5', lang: 'en' }),
  read(answer) {
    const offers = v.parse(photonSchema, answer).features.map(({ geometry, properties }): Offer => {
      const { osm_key, type, name, housenumber, city, state, postcode, countrycode } = properties
      const street = properties.street || (type === 'street' || osm_key === 'highway' ? name : '')
      const level = housenumber && street ? 'house' : street ? 'street' : 'area'
      const address = { address: `${housenumber} ${street}`, city, state, zip_code: postcode }
      const label = [level === 'area' ? name : `${housenumber} ${street}`.trim(), city, `${state} ${postcode}`.trim()]
      return {
        latitude: geometry.coordinates[1],
        longitude: geometry.coordinates[0],
        label: label.filter(Boolean).join(', '),
        country: countrycode ?? '',
        level,
        address,
      }
    })
    return { offers, attribution: osm }
  },
}

/** API: https://github.com/pelias/documentation, “Search results” and “Determining Result Quality”. */
const peliasSchema = v.object({
  geocoding: v.optional(v.object({ attribution: text }), {}),
  features: v.array(
    v.object({
      geometry: point,
      properties: v.object({
        layer: text,
        label: text,
        housenumber: text,
        street: text,
        locality: text,
        region: text,
        region_a: text,
        postalcode: text,
        country_a: text,
        country_code: text,
        match_type: text,
      }),
    }),
  ),
})

const pelias: Provider = {
  path: 'v1/search',
  parameters: (question) => ({
    text: inOneLine(question),
    size: '5',
    'boundary.country': 'USA',
    layers: 'address,street',
  }),
  read(answer) {
    const { geocoding, features } = v.parse(peliasSchema, answer)
    const offers = features.map(({ geometry, properties }): Offer => {
      const {
        layer,
        label,
        housenumber,
        street,
        locality: city,
        region,
        postalcode,
        country_a,
        country_code,
      } = properties
      const isHouse = layer === 'address' && housenumber && properties.match_type !== 'fallback'
      const level = isHouse ? 'house' : street || layer === 'street' ? 'street' : 'area'
      const address = {
        address: `${housenumber} ${street}`,
        city,
        state: properties.region_a || region,
        zip_code: postalcode,
      }
      return {
        latitude: geometry.coordinates[1],
        longitude: geometry.coordinates[0],
        label: label ?? '',
        country: country_a || country_code || '',
        level,
        address,
      }
    })
    return { offers, attribution: geocoding.attribution || null }
  },
}

/** API: https://geocoding.geo.census.gov/geocoder/, “Geocoding Services API”. Its locations are interpolated between the ends of a block. */
const censusSchema = v.object({
  result: v.object({
    addressMatches: v.array(
      v.object({
        matchedAddress: v.string(),
        coordinates: v.object({ x: longitude, y: latitude }),
        addressComponents: v.object({ city: text, state: text, zip: text }),
      }),
    ),
  }),
})

const census: Provider = {
  path: 'geocoder/locations/address',
  parameters: (question) => ({ ...question, benchmark: 'Public_AR_Current', format: 'json' }),
  read(answer) {
    const offers = v.parse(censusSchema, answer).result.addressMatches.map((match): Offer => {
      const { matchedAddress: label, coordinates, addressComponents } = match
      const { city, state, zip } = addressComponents
      const address = { address: label.split(',')[0] ?? '', city, state, zip_code: zip }
      return { latitude: coordinates.y, longitude: coordinates.x, label, country: 'us', level: 'house', address }
    })
    return { offers, attribution: null }
  },
}

export const geocoderProviders: Readonly<Record<GeocoderName, Provider>> = { nominatim, photon, pelias, census }

function inOneLine({ street, city, state, zip }: Question): string {
  return `${street}, ${city}, ${state} ${zip}`
}

/** Returns the question for a home. `street`: number and street; for privacy, without the unit. */
export function questionAbout(home: HomeAddress, street: string, zip: string): Question {
  return { street, city: home.city ?? '', state: home.state ?? '', zip }
}

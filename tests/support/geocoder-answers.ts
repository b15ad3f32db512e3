/** Geocoder answers in their documented shapes, for homes of the real test data. */

export const home = { address: '3526 High St #2', city: 'Sacramento', state: 'CA', zip_code: '95838-1204' }

export const place = { latitude: 38.631913, longitude: -121.434879 }

type House = { number?: string; street?: string; city?: string; zip?: string; country?: string }

const usual = { number: '3526', street: 'High Street', city: 'Sacramento', zip: '95838', country: 'us' }

/** https://nominatim.org/release-docs/latest/api/Output/ */
export function nominatimAnswer(house: House = {}) {
  const { number, street, city, zip, country } = { ...usual, ...house }
  return [
    {
      place_id: 100149,
      licence: 'Data © OpenStreetMap contributors, ODbL 1.0. https://osm.org/copyright',
      osm_type: 'node',
      osm_id: 107775,
      boundingbox: ['38.6318630', '38.6319630', '-121.4349290', '-121.4348290'],
      lat: String(place.latitude),
      lon: String(place.longitude),
      category: 'place',
      type: 'house',
      place_rank: 30,
      importance: 0.00000999,
      addresstype: 'place',
      name: '',
      display_name: `${number}, ${street}, ${city}, Sacramento County, California, ${zip}, United States`,
      address: {
        ...(number === '' ? {} : { house_number: number }),
        ...(street === '' ? {} : { road: street }),
        city,
        county: 'Sacramento County',
        state: 'California',
        'ISO3166-2-lvl4': 'US-CA',
        postcode: zip,
        country: 'United States',
        country_code: country,
      },
    },
  ]
}

/** Documented at https://github.com/komoot/photon, docs, API. */
export function photonAnswer(house: House = {}) {
  const { number, street, city, zip, country } = { ...usual, ...house }
  const isHouse = number !== ''
  return {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
        properties: {
          osm_id: 5076279021,
          osm_type: 'N',
          osm_key: isHouse ? 'place' : street === '' ? 'place' : 'highway',
          osm_value: isHouse ? 'house' : street === '' ? 'city' : 'residential',
          type: isHouse ? 'house' : street === '' ? 'city' : 'street',
          ...(isHouse ? { housenumber: number, street } : { name: street || city }),
          ...(street === '' && !isHouse ? {} : { city }),
          postcode: zip,
          state: 'California',
          country: 'United States',
          countrycode: country.toUpperCase(),
        },
      },
    ],
  }
}

/** Documented at https://github.com/pelias/documentation, “Search results” and “Determining Result Quality”. */
export function peliasAnswer(house: House = {}) {
  const { number, street, city, zip, country } = { ...usual, ...house }
  const layer = number !== '' ? 'address' : street === '' ? 'locality' : 'street'
  return {
    geocoding: { version: '0.2', attribution: 'https://geocode.example.com/attribution', query: { size: 5 } },
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
        properties: {
          gid: 'openaddresses:address:us/ca/sacramento:1',
          layer,
          source: 'openaddresses',
          name: `${number} ${street}`.trim() || city,
          ...(number === '' ? {} : { housenumber: number }),
          ...(street === '' ? {} : { street }),
          postalcode: zip,
          confidence: 1,
          match_type: number === '' ? 'fallback' : 'exact',
          accuracy: number === '' ? 'centroid' : 'point',
          country: 'United States',
          country_a: country === 'us' ? 'USA' : 'CAN',
          region: 'California',
          region_a: 'CA',
          locality: city,
          label: `${number} ${street}, ${city}, CA, USA`.trim(),
        },
      },
    ],
  }
}

/**
 * Documented at https://geocoding.geo.census.gov/geocoder/, “Geocoding Services API”. It finds only houses in the United
 * States.
 */
export function censusAnswer(house: House = {}) {
  const { number, street, city, zip } = { ...usual, street: 'HIGH ST', ...house }
  return {
    result: {
      input: { benchmark: { id: '4', benchmarkName: 'Public_AR_Current', isDefault: true } },
      addressMatches: [
        {
          tigerLine: { side: 'L', tigerLineId: '76355984' },
          coordinates: { x: place.longitude, y: place.latitude },
          addressComponents: {
            zip,
            city: city.toUpperCase(),
            state: 'CA',
            streetName: 'HIGH',
            suffixType: 'ST',
            fromAddress: '3500',
            toAddress: '3598',
            preDirection: '',
            suffixDirection: '',
          },
          matchedAddress: `${number} ${street}, ${city.toUpperCase()}, CA, ${zip}`,
        },
      ],
    },
  }
}

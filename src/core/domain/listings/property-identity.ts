/** Returns the same text for entries with the same street, city and ZIP code: case and spacing make no difference (reading R14). */
export function propertyIdentity(property: { address: string; city: string; zip_code: string }): string {
  return [property.address, property.city, property.zip_code].map(normalizedText).join(' | ')
}

function normalizedText(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toUpperCase()
}

type Place = { address: string; city: string; zip_code: string }

/** Whether this is one of the fictional homes of a new server (reading R15). The address decides, so all devices and servers agree. */
export function isSampleProperty(property: Place): boolean {
  return identities.has(propertyIdentity(property))
}

/** A fast check by address alone, to be followed by `isSampleProperty`. */
export function isSampleAddress(address: string): boolean {
  return addresses.has(address)
}

const inPortland = `41 Lanternwood Ln, 801 Marrowstone Ave, 26 Bellfounder St, 695 Pipers Green, 531 Velvetleaf Way,
  376 Birdcage Walk`
const inMilwaukie = `645 Thistledown Way, 431 Hazelbrook Dr, 895 Cloverfield Rd, 216 Starling Row, 270 Wrenhouse Ln,
  493 Candlemaker Row`
const inLakeOswego = `556 Copperkettle Rd, 324 Winterpear St, 370 Inkwell Ct, 375 Tamarind Loop, 779 Yarrowdale Ave,
  343 Driftwood Bend`
const inBeaverton = `64 Quillfeather Ct, 683 Saltmarsh Ln, 291 Oxbow Terrace, 502 Underhill Pl, 289 Amberglass Ct,
  929 Elderflower Dr`

const places = [
  ...placesIn('Portland', '97202', inPortland),
  ...placesIn('Milwaukie', '97222', inMilwaukie),
  ...placesIn('Lake Oswego', '97034', inLakeOswego),
  ...placesIn('Beaverton', '97005', inBeaverton),
]
const identities = new Set(places.map(propertyIdentity))
const addresses = new Set(places.map(({ address }) => address))

function placesIn(city: string, zip_code: string, streets: string): Place[] {
  return streets.split(/,\s+/).map((address) => ({ address, city, zip_code }))
}

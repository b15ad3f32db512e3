import type { Place } from '#core/domain/travel/driving.ts'

/** `short-link`: only the link's own server can expand it. `impossible`: out of range, or 0, 0. `none`: neither coordinates nor a link. */
export type CoordinatesFound =
  | { kind: 'place'; place: Place }
  | { kind: 'short-link' | 'link-without-place' | 'impossible' | 'none' }

/** Reads decimal degrees, degrees with minutes and seconds, `geo:` addresses, and links of Google, Apple and Bing Maps, OpenStreetMap and Waze. */
export function coordinatesInText(text: string): CoordinatesFound {
  const pasted = text.trim().slice(0, maxLength)
  const link = /\b(?:https?:\/\/|geo:|(?:www\.|maps\.)?(?:google|apple|openstreetmap)\.\w+\/)\S+/i.exec(pasted)?.[0]
  const pair = link === undefined ? pairIn(pasted) : pairInLink(link)
  if (pair === 'short-link') return { kind: 'short-link' }
  if (pair === null) return { kind: link === undefined ? 'none' : 'link-without-place' }
  const [latitude, longitude] = pair
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)
  if (!isOnEarth) return { kind: 'impossible' }
  return { kind: 'place', place: { latitude: rounded(latitude), longitude: rounded(longitude) } }
}

/** "45.512200, -122.658700", which `coordinatesInText` can read. */
export function coordinatesText({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(decimals)}, ${longitude.toFixed(decimals)}`
}

type Pair = readonly [latitude: number, longitude: number]

const maxLength = 2000
/** A tenth of a meter. */
const decimals = 6

function rounded(degrees: number): number {
  return Number(degrees.toFixed(decimals))
}

const number = String.raw`\d{1,3}(?:\.\d+)?`
const degree = String.raw`(?:\s*°|\s*º|\s*deg(?:rees)?\.?)`
const minute = String.raw`\s*['’′]`
const second = String.raw`\s*(?:["”″]|''|’’|′′)`
const angle = String.raw`([+−-]?)\s*(${number})(?:${degree})?(?:\s*[:\s]?\s*(${number})(?:${minute})?)?(?:\s*[:\s]?\s*(${number})(?:${second})?)?`

/** Degrees without minutes: a second number after a space is the other coordinate. */
const plainPair = new RegExp(
  String.raw`^[(\[]?\s*([+−-]?\d{1,3}(?:\.\d+)?)${degree}?\s*[,;\s]\s*([+−-]?\d{1,3}(?:\.\d+)?)${degree}?\s*[)\]]?$`,
  'i',
)

function pairIn(text: string): Pair | null {
  const plain = withoutWords(text)
  const simple = plainPair.exec(plain)
  if (simple !== null) return [signed(simple[1]!), signed(simple[2]!)]
  return pairWithLetters(plain) ?? pairOfSexagesimal(plain)
}

/** "Latitude: 45.5 Longitude: -122.6" reads as "45.5, -122.6". */
function withoutWords(text: string): string {
  return text
    .replaceAll(/\b(?:lat(?:itude)?|gps|coordinates?|location)\b\s*[:=.]?/gi, ' ')
    .replaceAll(/\b(?:lon(?:g(?:itude)?)?|lng)\b\s*[:=.]?/gi, ', ')
    .replaceAll(/\b(north|south|east|west)\b/gi, (word) => word.charAt(0).toUpperCase())
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?:\s*,)+\s*/g, ', ')
    .replace(/^[\s,]+/, '')
    .trim()
}

/** Each number has a letter before or after it: "N 45° 30' 43.9\" W 122° 39' 31.3\"". */
function pairWithLetters(text: string): Pair | null {
  if (!/[NS]/i.test(text) || !/[EW]/i.test(text)) return null
  const isBefore = /^[([]?\s*[NSEW]/i.test(text)
  const parts = isBefore
    ? text.split(/(?=[NSEW])/i).map((part) => part.trim())
    : text.split(/(?<=[NSEW])/i).map((part) => part.trim().replace(/^[,;]\s*/, ''))
  const found = parts.filter((part) => part !== '' && /\d/.test(part))
  if (found.length !== 2) return null
  const read = found.map((part) => {
    const letter = (isBefore ? part.charAt(0) : part.charAt(part.length - 1)).toUpperCase()
    const degrees = degreesIn(isBefore ? part.slice(1) : part.slice(0, -1))
    return {
      letter,
      degrees: degrees === null ? null : letter === 'S' || letter === 'W' ? -Math.abs(degrees) : degrees,
    }
  })
  const latitude = read.find(({ letter }) => letter === 'N' || letter === 'S')?.degrees ?? null
  const longitude = read.find(({ letter }) => letter === 'E' || letter === 'W')?.degrees ?? null
  return latitude === null || longitude === null ? null : [latitude, longitude]
}

/** Minutes and seconds with signs instead of letters: "45°30'44\", -122°39'31\"". */
function pairOfSexagesimal(text: string): Pair | null {
  if (!/[°º'’′:]/.test(text)) return null
  const halves = text.split(/[,;]\s*/)
  const [first, other, ...more] = halves.length === 2 ? halves : text.split(/\s+(?=[+−-]?\d{1,3}\s*[°º:])/)
  if (first === undefined || other === undefined || more.length > 0) return null
  const [latitude, longitude] = [degreesIn(first), degreesIn(other)]
  return latitude === null || longitude === null ? null : [latitude, longitude]
}

const wholeAngle = new RegExp(`^${angle}$`)

function degreesIn(text: string): number | null {
  const found = wholeAngle.exec(text.trim().replace(/[,;]$/, ''))
  if (found === null) return null
  const [, sign = '', degrees, minutes = '0', seconds = '0'] = found
  if (Number(minutes) >= 60 || Number(seconds) >= 60) return null
  const size = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600
  return sign === '-' || sign === '−' ? -size : size
}

function signed(text: string): number {
  return Number(text.replace('−', '-').replace('+', ''))
}

const shortLinks =
  /^(?:https?:\/\/)?(?:maps\.app\.goo\.gl|goo\.gl|g\.co|maps\.apple|osm\.org\/go|bit\.ly|tinyurl\.com)(?:\/|$)/i
const pairInText = /(-?\d{1,3}(?:\.\d+)?)(?:,|%2C)\s*(?:\+|%20)*(-?\d{1,3}(?:\.\d+)?)/i

function pairInLink(link: string): Pair | null | 'short-link' {
  const address = link.replace(/[>)\].,;]+$/, '')
  if (/^geo:/i.test(address)) return pairOfGeo(address)
  if (shortLinks.test(address)) return 'short-link'
  return pinOfGoogle(address) ?? pairOfParameters(address) ?? pairOfPath(address)
}

/** In "geo:0,0?q=45.5,-122.6(Home)", the place is in `q`. */
function pairOfGeo(address: string): Pair | null {
  const query = /[?&]q=([^&]*)/i.exec(address)?.[1]
  const named = query === undefined ? null : firstPair(query)
  return named ?? firstPair(address.slice(4).split('?')[0] ?? '')
}

/** The pin is in `!3d…!4d…`; `@…` is only the middle of the map. The last pin is the chosen one. */
function pinOfGoogle(address: string): Pair | null {
  const pins = [...address.matchAll(/!3d(-?\d{1,3}(?:\.\d+)?)!4d(-?\d{1,3}(?:\.\d+)?)/g)]
  const pin = pins.at(-1)
  return pin === undefined ? null : [Number(pin[1]), Number(pin[2])]
}

/** Parameters that name the place itself come before those of the middle of the map. */
const parameters = ['q', 'query', 'destination', 'daddr', 'll', 'coordinate', 'sll', 'center', 'viewpoint', 'cp', 'to']

function pairOfParameters(address: string): Pair | null {
  const values = new Map<string, string>()
  for (const [, name, value] of address.matchAll(/[?&#]([a-z_]+)=([^&#]*)/gi)) {
    if (name !== undefined && value !== undefined && !values.has(name)) values.set(name.toLowerCase(), value)
  }
  const [markerLat, markerLon] = [values.get('mlat'), values.get('mlon')]
  if (markerLat !== undefined && markerLon !== undefined) return pairOf(markerLat, markerLon)
  const [lat, lon] = [values.get('lat'), values.get('lon') ?? values.get('lng')]
  for (const name of parameters) {
    const value = values.get(name)
    const pair = value === undefined ? null : firstPair(value.replace('~', ','))
    if (pair !== null) return pair
  }
  if (lat !== undefined && lon !== undefined) return pairOf(lat, lon)
  const map = /[?&#]map=[\d.]+\/(-?\d{1,3}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)/i.exec(address)
  return map === null ? null : pairOf(map[1]!, map[2]!)
}

/** "/maps/place/45.5,-122.6", "/maps/search/45.5,+-122.6", "/maps/@45.5,-122.6,17z". */
function pairOfPath(address: string): Pair | null {
  const path = /^(?:https?:\/\/)?[^/]+(\/[^?#]*)/i.exec(address)?.[1] ?? ''
  const named = /\/(?:place|search|dir(?:\/[^/]*)?)\/([^/@]*)/i.exec(path)?.[1]
  const pair = named === undefined ? null : (firstPair(named) ?? sexagesimalIn(named))
  if (pair !== null) return pair
  const middle = /\/@(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)/.exec(path)
  return middle === null ? null : pairOf(middle[1]!, middle[2]!)
}

function sexagesimalIn(part: string): Pair | null {
  try {
    return pairIn(decodeURIComponent(part.replaceAll('+', ' ')))
  } catch {
    return null
  }
}

function firstPair(text: string): Pair | null {
  const found = pairInText.exec(text)
  return found === null ? null : pairOf(found[1]!, found[2]!)
}

function pairOf(latitude: string, longitude: string): Pair | null {
  const pair = [Number(latitude), Number(longitude)] as const
  return pair.every((degrees) => Number.isFinite(degrees)) ? pair : null
}

import type { ZipNames } from './zip-tables.ts'
import { isAbroad, plainAddressText, type SplitAddress, splitAddress } from './pasted-address.ts'
import { priceInText } from './price-in-text.ts'

/** A home in a text that another app or a person has shared. `price` is in dollars. */
export type SharedHome = SplitAddress & { price: number | null; link: string | null }

const longestText = 5000
const mostCandidates = 40

/**
 * The home that a shared text is about: what Zillow, Redfin, Realtor.com, Homes.com and Trulia share, or a message. The address is read
 * from the text, else from the path of a link; nothing is fetched. Null without an address. Only links with http or https are returned.
 */
export function sharedHome(text: string, cityOf: ZipNames = () => null): SharedHome | null {
  const shared = text.slice(0, longestText)
  const links = [...shared.matchAll(/\bhttps?:\/\/[^\s<>"“”|]+/gi)].map(([link]) => link.replace(/[.,;:!?)\]'’]+$/, ''))
  const link = links.find((one) => addressInLink(one, cityOf) !== null) ?? links[0] ?? null
  const written = addressInText(shared.replaceAll(/\b(?:https?:\/\/|www\.)\S+/gi, '\n'), cityOf)
  const linked = link === null ? null : addressInLink(link, cityOf)
  const address = written === null || (written.zip_code === '' && linked !== null) ? linked : written
  return address && { ...address, price: priceInText(shared), link: link !== null && link.length <= 2000 ? link : null }
}

/** The part that looks most like an address: from a house number to a ZIP code, a state, or the end of its line. */
function addressInText(text: string, cityOf: ZipNames): SplitAddress | null {
  let best: SplitAddress | null = null
  for (const candidate of candidatesIn(text)) {
    const found = splitAddress(candidate, cityOf)
    if (found !== null && isHome(found, candidate) && worth(found) > worth(best)) best = found
  }
  return best !== null && isPlaced(best) ? best : isAbroad(text) ? null : best
}

function* candidatesIn(text: string): Generator<string> {
  const plain = plainAddressText(text)
    .replaceAll(/\$\s?[\d,.]+\s?(?:million|mm?|k)?\b/gi, '\n')
    // "3 beds", "1,850 sq ft", "in 10 minutes", "1-3 PM"
    .replaceAll(new RegExp(`\\b[\\d,.:–+-]+\\s?(?:${notHouses.join('|')})\\b\\.?`, 'gi'), '\n')
    .replaceAll(/\s[-–—|•·~]\s|[|•·!?()[\]"“”]|:\s/g, '\n')
  let count = 0
  for (const { index, 0: number } of plain.matchAll(/(?<![\w$#/.,-])(?:(?!\d{7})\d[\w-]*|[NSEW]\d+\w*)(?=[\s½¼¾])/g)) {
    if (++count > mostCandidates) return
    const rest = plain.slice(index, index + 200)
    yield upToZip(rest, number.length)
    yield firstLines(rest, 2)
    const line = firstLines(rest, 1)
    yield line
    // "1427 se 34th ave tomorrow"
    yield line.split(behindAddress)[0] ?? ''
  }
}

const notHouses =
  'bd bds bdrm bdrms br brs bed beds bedroom bedrooms ba bas bath baths bathroom bathrooms sqft sq sf ft acre acres ac car cars min mins minutes hour hours days day am pm a\\.m p\\.m miles mi homes houses photos at on'.split(
    ' ',
  )

function upToZip(text: string, numberLength: number): string {
  const [found = ''] = /^[^]*?\b\d{5}(?:-\d{4})?\b/.exec(text.slice(numberLength)) ?? []
  return text.slice(0, numberLength) + (found === '' ? (text.slice(numberLength).split(/\n/)[0] ?? '') : found)
}

/** Lines, each up to the end of its sentence. */
function firstLines(text: string, count: number): string {
  const lines = text.split(/\n+/).slice(0, count).join('\n')
  return lines.split(/\.\s+(?=[A-Z])|\.$/)[0] ?? ''
}

/** Words that are in sentences and in no address; "The Esplanade" has a capital. */
const sentence =
  /\bthe\b|\b(?:[Ii]s|[Aa]re|[Ww]as|[Ff]or|[Aa]nd|[Ww]ith|[Aa]t|[Ww]e|[Yy]ou|[Mm]y|[Mm]e|[Ii]t|[Tt]hat|[Tt]o|[Ll]isted|[Aa]sking|[Ss]ee|[Ss]aw|[Ll]ooks?|[Pp]lease|[Tt]oday|[Tt]omorrow)\b/

const behindAddress =
  /[\s,…]+(?=(?:is|are|was|for|and|with|at|we|you|that|to|listed|asking|looks?|please|on|or|also|this|next|then|if|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)/i

function isHome(found: SplitAddress, text: string): boolean {
  const { address, city } = found
  const hasSuffix = /\d/.test(address) && splitAddress(address.replace(/^\S+ /, '')) !== null
  return (isPlaced(found) || hasSuffix) && !sentence.test(`${address} ${city}`) && /^\w/.test(text)
}

/** Whether the text says more than a street. */
export function isPlaced({ zip_code, state }: { zip_code: string; state: string }): boolean {
  return zip_code !== '' || state !== ''
}

function worth(found: SplitAddress | null): number {
  if (found === null) return 0
  return 1 + (found.zip_code === '' ? 0 : 4) + (found.state === '' ? 0 : 2) + (found.city === '' ? 0 : 1)
}

/** The address in the path of a page about one home; null for other pages. */
function addressInLink(link: string, cityOf: ZipNames): SplitAddress | null {
  const [, host = '', path = ''] = /^https?:\/\/(?:www\.|m\.)?([\w.-]+)\/([^?#]*)/i.exec(link) ?? []
  const text = textInPath(host.toLowerCase(), path)
  if (text === null) return null
  const words = readable(text).replaceAll(/[-+]/g, ' ').replaceAll(/\s+/g, ' ').trim()
  // "34-12 36th St" of Queens: the hyphen of the number is one among all others.
  const numbered = words.replace(/^(\d{1,3}) (\d{2}) (?=\d+(?:st|nd|rd|th)\b)/i, '$1-$2 ')
  return splitAddress(numbered, cityOf)
}

function textInPath(host: string, path: string): string | null {
  if (host === 'zillow.com') return /^homedetails\/([^/]+)\/[^/]*zpid/i.exec(path)?.[1] ?? null
  if (host === 'redfin.com') {
    const [, state, city, street, zip, unit = ''] =
      /^([A-Z]{2})\/([^/]+)\/([^/]+?)-(\d{5})(?:\/unit-([^/]+))?\/home\//i.exec(path) ?? []
    return street === undefined ? null : `${street}${unit && ` #${unit}`}, ${city}, ${state} ${zip}`
  }
  if (host === 'realtor.com') {
    const [, street, city, state, zip] =
      /^realestateandhomes-detail\/([^_/]+)_([^_/]+)_([A-Z]{2})_(\d{5})/i.exec(path) ?? []
    return street === undefined ? null : `${street}, ${city}, ${state} ${zip}`
  }
  if (host === 'homes.com') return /^property\/([^/]+)\//i.exec(path)?.[1] ?? null
  if (host === 'trulia.com') {
    const slug = /^(?:home|p\/[a-z]{2}\/[^/]+|homes\/[^/]+\/[^/]+\/sold)\/([^/]+)/i.exec(path)?.[1]
    return slug?.replace(/(\d{5})-{1,2}\d+$/, '$1') ?? null
  }
  return null
}

function readable(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

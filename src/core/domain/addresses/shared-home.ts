import type { ZipNames } from './zip-tables.ts'
import { isAbroad, plainAddressText, type SplitAddress, splitAddress } from './pasted-address.ts'

/** Returns a home's price in dollars: the amount that the text calls the current price, else the largest that it does not call dues, tax, …. */
function priceInText(text: string): number | null {
  const amounts = amountsIn(text).filter(({ price, likelihood }) => likelihood >= 0 || price >= minPriceDespiteName)
  const [best] = amounts.toSorted((one, other) => other.likelihood - one.likelihood || other.price - one.price)
  return best?.price ?? null
}

/** An amount from here on may be the price although it is called something else: "Reduced $489,900", but not "HOA $12,000". */
const minPriceDespiteName = 100_000

/** An amount in dollars that may be the price. `likelihood`: how likely it is the price, see `nameScore`. */
type Amount = { price: number; likelihood: number }

const amount =
  /\$\s?(\d[\d,]*(?:\.\d+)?)\s?(million|mm?|thousand|k)?\b(?!\s?(?:\/\s?(?:mo|sq|ft)|per\b|a month|monthly))/gi

function amountsIn(text: string): Amount[] {
  const found = [...text.matchAll(amount)]
  return found.flatMap((match, index) => {
    const [whole, digits = '', unit = ''] = match
    const factor = unit === '' ? 1 : /^[tk]/i.test(unit) ? 1000 : 1_000_000
    const price = Math.round(Number(digits.replaceAll(',', '')) * factor)
    if (price < 10_000 || price > 1_000_000_000) return []
    const end = match.index + whole.length
    const before = found[index - 1]
    const start = before === undefined ? 0 : before.index + before[0].length
    return [
      {
        price,
        likelihood: nameScore(
          text.slice(start, match.index),
          text.slice(end, found[index + 1]?.index),
          found[index + 1] !== undefined,
        ),
      },
    ]
  })
}

/** Rates an amount by the words around it: 2 current price, 1 price, 0 unknown, -1 something else ("$12,000 HOA"). */
function nameScore(before: string, after: string, isAmountNext: boolean): number {
  const clause =
    before
      .slice(-40)
      .split(/[.!?;\n]/)
      .at(-1) ?? ''
  const [word] = [...clause.matchAll(amountNames)].slice(-1)
  if (word !== undefined) return word[1] !== undefined ? 2 : word[2] !== undefined ? 1 : -1
  const [next = '', ...others] = after.slice(0, 20).split(/[,.!?;:()\n]/)
  // In "$489,900 reduced by $15,000", the words describe the other amount.
  const isOfNext = isAmountNext && others.length === 0 && after.length <= 20
  return !isOfNext && otherNamesAfter.test(next) ? -1 : 0
}

const amountNames =
  /\b(?:(now|asking|asks?|(?:reduced|cut|dropped|lowered|down) to)|(list(?:ed|ing)?(?: price)?|price(?! (?:cut|drop|reduc))|offered|for sale)|(?:cut|reduced|reduction|drop(?:ped)?|lowered|down|off|was|originally|from|hoa|dues|tax(?:es)?|deposit|fees?|earnest|credit|rent|closing|assessed|payment))\b/gi

const otherNamesAfter =
  /^\W*(?:(?:price|annual|yearly|earnest|money|in|of|a year|closing)\W+)*(?:cut|reduction|drop|off|less|down|hoa|dues|tax(?:es)?|deposit|fees?|earnest|credit|rent|costs)\b/i

/** A home in shared text. `price` is in dollars, `link` is http or https. */
export type SharedHome = SplitAddress & { price: number | null; link: string | null }

const longestText = 5000
const maxCandidates = 40

/** Returns the home in a message or in text shared from a site such as Zillow, by the text, else by a link's path; null without an address. */
export function sharedHome(text: string, cityOf: ZipNames = () => null): SharedHome | null {
  const shared = text.slice(0, longestText)
  const links = [...shared.matchAll(/\bhttps?:\/\/[^\s<>"“”|]+/gi)].map(([link]) => link.replace(/[.,;:!?)\]'’]+$/, ''))
  const link = links.find((one) => addressInLink(one, cityOf) !== null) ?? links[0] ?? null
  const written = addressInText(shared.replaceAll(/\b(?:https?:\/\/|www\.)\S+/gi, '\n'), cityOf)
  const linked = link === null ? null : addressInLink(link, cityOf)
  const address = written === null || (written.zip_code === '' && linked !== null) ? linked : written
  return address && { ...address, price: priceInText(shared), link: link !== null && link.length <= 2000 ? link : null }
}

function addressInText(text: string, cityOf: ZipNames): SplitAddress | null {
  let best: SplitAddress | null = null
  for (const candidate of candidatesIn(text)) {
    const found = splitAddress(candidate, cityOf)
    if (found !== null && isHome(found, candidate) && completeness(found) > completeness(best)) best = found
  }
  return best !== null && isPlaced(best) ? best : isAbroad(text) ? null : best
}

function* candidatesIn(text: string): Generator<string> {
  const plain = plainAddressText(text)
    .replaceAll(/\$\s?[\d,.]+\s?(?:million|mm?|k)?\b/gi, '\n')
    // "3 beds", "1,850 sq ft", "in 10 minutes", "1-3 PM"
    .replaceAll(new RegExp(`\\b[\\d,.:–+-]+\\s?(?:${unitsAfterNumbers.join('|')})\\b\\.?`, 'gi'), '\n')
    .replaceAll(/\s[-–—|•·~]\s|[|•·!?()[\]"“”]|:\s/g, '\n')
  let count = 0
  for (const { index, 0: number } of plain.matchAll(/(?<![\w$#/.,-])(?:(?!\d{7})\d[\w-]*|[NSEW]\d+\w*)(?=[\s½¼¾])/g)) {
    if (++count > maxCandidates) return
    const rest = plain.slice(index, index + 200)
    yield upToZip(rest, number.length)
    yield firstLines(rest, 2)
    const line = firstLines(rest, 1)
    yield line
    // "1427 se 34th ave tomorrow"
    yield line.split(restOfSentence)[0] ?? ''
  }
}

const unitsAfterNumbers =
  'bd bds bdrm bdrms br brs bed beds bedroom bedrooms ba bas bath baths bathroom bathrooms sqft sq sf ft acre acres ac car cars min mins minutes hour hours days day am pm a\\.m p\\.m miles mi homes houses photos at on'.split(
    ' ',
  )

function upToZip(text: string, numberLength: number): string {
  const [found = ''] = /^[^]*?\b\d{5}(?:-\d{4})?\b/.exec(text.slice(numberLength)) ?? []
  return text.slice(0, numberLength) + (found === '' ? (text.slice(numberLength).split(/\n/)[0] ?? '') : found)
}

function firstLines(text: string, count: number): string {
  const lines = text.split(/\n+/).slice(0, count).join('\n')
  return lines.split(/\.\s+(?=[A-Z])|\.$/)[0] ?? ''
}

/** Words that occur in sentences but not in addresses; "The Esplanade" has a capital. */
const sentenceWords =
  /\bthe\b|\b(?:[Ii]s|[Aa]re|[Ww]as|[Ff]or|[Aa]nd|[Ww]ith|[Aa]t|[Ww]e|[Yy]ou|[Mm]y|[Mm]e|[Ii]t|[Tt]hat|[Tt]o|[Ll]isted|[Aa]sking|[Ss]ee|[Ss]aw|[Ll]ooks?|[Pp]lease|[Tt]oday|[Tt]omorrow)\b/

const restOfSentence =
  /[\s,…]+(?=(?:is|are|was|for|and|with|at|we|you|that|to|listed|asking|looks?|please|on|or|also|this|next|then|if|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)/i

function isHome(found: SplitAddress, text: string): boolean {
  const { address, city } = found
  // `splitAddress` accepts a street without its number only if it has a suffix: "Old Mill Rd", but not "Old Mill".
  const hasSuffix = /\d/.test(address) && splitAddress(address.replace(/^\S+ /, '')) !== null
  return (isPlaced(found) || hasSuffix) && !sentenceWords.test(`${address} ${city}`) && /^\w/.test(text)
}

/** Whether the address has a ZIP code or state, so that it can be located. */
export function isPlaced({ zip_code, state }: { zip_code: string; state: string }): boolean {
  return zip_code !== '' || state !== ''
}

function completeness(found: SplitAddress | null): number {
  if (found === null) return 0
  return 1 + (found.zip_code === '' ? 0 : 4) + (found.state === '' ? 0 : 2) + (found.city === '' ? 0 : 1)
}

function addressInLink(link: string, cityOf: ZipNames): SplitAddress | null {
  const [, host = '', path = ''] = /^https?:\/\/(?:www\.|m\.)?([\w.-]+)\/([^?#]*)/i.exec(link) ?? []
  const text = textInPath(host.toLowerCase(), path)
  if (text === null) return null
  const words = readable(text).replaceAll(/[-+]/g, ' ').replaceAll(/\s+/g, ' ').trim()
  // In a link, hyphens separate all words, also the parts of a number in Queens: "34-12 36th St".
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

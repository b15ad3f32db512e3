import { exposureCountNames } from '#core/contract/exposure-counts.ts'
import { usualPlatforms } from '#core/domain/exposure/exposure-charts.ts'
import { homeColumns, homeMeanings } from './home-columns.ts'
import { normalizeHeading } from './table-format.ts'

const addressMeanings = [
  ...(['address', 'whole_address', 'street_number', 'street_direction', 'street_name', 'street_suffix'] as const),
  ...(['street_end', 'unit', 'city', 'state', 'zip_code'] as const),
]

/** The fields of a file with exposure figures, with the label of each on screen. */
export const figureMeanings: Readonly<Record<string, string>> = {
  unused: 'Not used',
  listing: 'Listing, by the number in its address here',
  ...Object.fromEntries(addressMeanings.map((meaning) => [meaning, homeMeanings[meaning]])),
  platform: 'Platform',
  date: 'Day',
  from: 'First day of the week',
  to: 'Last day of the week',
  views: 'Views',
  likes: 'Likes',
  saves: 'Saves',
}

/** Headings of portals, listing services and the RESO Data Dictionary (`Total…`), in lower case without spaces and punctuation. */
const headingsByMeaning: Readonly<Record<string, string>> = {
  listing: 'listing',
  platform: 'platform site website portal publisher source channel',
  date: 'date day viewdate eventdate reportdate activitydate',
  from: 'from startdate firstday week weekof weekstart weekstarting weekbeginning periodstart',
  to: 'to through enddate lastday weekend weekending weekended periodend',
  views:
    'views view totalviews pageviews listingviews totallistingviews propertyviews homeviews detailviews detailedviews detailedview clientviews visits hits seen timesviewed',
  likes: 'likes like totallikes hearts liked thumbsup',
  saves:
    'saves save saved totalsaves listingsaves timessaved favorites favourites favorited totalfavorites clientfavorites bookmarks',
}

/** Guesses each column's meaning from its heading. Of several columns with one meaning, only the first one of each platform is used. */
export function guessFigureColumns(headings: readonly string[]): string[] {
  const meanings: string[] = headings.map(() => 'unused')
  for (const [meaning, column] of Object.entries(homeColumns(headings)))
    if ((addressMeanings as readonly string[]).includes(meaning)) meanings[column] = meaning
  const taken = new Set<string>()
  for (const [column, heading] of headings.entries()) {
    const platform = platformIn(heading)
    const plain = normalizeHeading(heading)
    const withoutPlatform = platform === null ? plain : plain.replace(platform, '').replace(/^com|com$/, '')
    const [meaning] =
      Object.entries(headingsByMeaning).find(([, known]) => known.split(' ').includes(withoutPlatform)) ?? []
    if (meaning === undefined || (platform !== null && !isFigure(meaning))) continue
    if (taken.has(`${meaning} ${platform}`)) continue
    taken.add(`${meaning} ${platform}`)
    meanings[column] = meaning
  }
  return meanings
}

export function isFigure(meaning: string): boolean {
  return (exposureCountNames as readonly string[]).includes(meaning)
}

/** The platform in "Zillow Views" or "Views (Realtor.com)"; null for "Views". */
export function platformIn(heading: string): string | null {
  const plain = normalizeHeading(heading)
  return usualPlatforms.find((platform) => plain.includes(platform)) ?? null
}

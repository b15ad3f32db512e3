import * as v from 'valibot'
import { listingFormSchema, type ListingForm } from '#core/contract/listing.ts'
import { listingStatuses, type ListingStatus } from '#core/contract/record-statuses.ts'
import { enteredPropertySchema, type NewProperty } from '#core/contract/property.ts'
import { schemaFromParser, reasonsOf, type ImportKind } from './import-kind.ts'
import { homeName } from './listing-finder.ts'
import { textOf } from './imported-records.ts'

/** Translates a status of RESO, a portal or listing service. '' for "C", which may mean closed, contingent or cancelled. Others stay unchanged. */
export function toListingStatus(raw: string): string {
  const words = raw.trim().replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
  const code = words.toUpperCase().replaceAll(/[^A-Z]/g, '')
  if (words === '') return 'For Sale'
  if (code === 'C') return ''
  if (isOffMarket(words)) return raw
  return statusesByCode[code] ?? patternsByStatus.find(([, pattern]) => pattern.test(words))?.[0] ?? raw
}

function isOffMarket(raw: string): boolean {
  return (
    /cancel|withdrawn|expired|terminat|rescind|\bhold\b|incomplete|delete|draft|off.?market|leased|rented/i.test(raw) ||
    /^(x|exp|xpd|t|w|wd|wdn|wth|can|cnl|cncl|h|hld|i|inc|d|del|l|lse|lsd|r|rnt|tom|toms)$/i.test(raw.trim())
  )
}

const codes: Readonly<Record<ListingStatus, string>> = {
  'For Sale': 'A ACT ACTV ACTIVE N NEW CS CSN CMS BOM PC PCH PRC PRICECHANGE EXT RA',
  Pending: 'P PN PND PEND PS PI PNB U UC UCB UCS UCT UCN AUC CTG CTGT CONT CONTG AWC ACTUC B BU BUP BO CCS',
  Sold: 'S SLD SO SOLD CL CLS CLD CLSD CLO CLOSED COMP',
}

const statusesByCode: Readonly<Record<string, ListingStatus>> = Object.fromEntries(
  (Object.entries(codes) as [ListingStatus, string][]).flatMap(([status, all]) =>
    all.split(' ').map((code) => [code, status]),
  ),
)

const patternsByStatus: readonly (readonly [ListingStatus, RegExp])[] = [
  ['Pending', /contract|pending|contingent|accepted|escrow|backup|sale agreed/i],
  ['Sold', /\b(closed|sold)\b/i],
  [
    'For Sale',
    /^(a|active|available|for sale|new|coming soon|back on market|price (change|drop|reduced|increased)|extended|reactivated)\b/i,
  ],
]

/** `listed_on`: the day on which the home was listed; blank if unknown. */
export type ImportedListing = ListingForm & { property: NewProperty; listed_on: string }

/** Listings are duplicates if their homes have the same street, unit, city and ZIP code. */
export const listingImport: ImportKind<ImportedListing> = {
  name: 'listings',
  schema: schemaFromParser((raw) => {
    const fields = raw as Record<string, string>
    const form = v.safeParse(listingFormSchema, raw)
    // The price is a field of the listing and of its home. If it is wrong, only the listing's schema reports it.
    const home = v.safeParse(enteredPropertySchema, form.success ? raw : { ...fields, price: null })
    const hasWrongStatus = !listingStatuses.some((status) => status === fields['status'])
    if (!hasWrongStatus && home.success && form.success)
      return { output: { ...form.output, property: home.output, listed_on: fields['listed_on'] ?? '' } }
    return {
      reasons: hasWrongStatus ? [reasonForStatus(fields['status'] ?? '')] : [...reasonsOf(home), ...reasonsOf(form)],
    }
  }),
  titleOf: (raw) => {
    // A line of the file has the home's fields beside the listing's; an imported listing has them in `property`.
    const { property = raw } = raw
    const address = typeof property === 'object' && !Array.isArray(property) ? property?.['address'] : undefined
    return textOf(address) || 'Without an address'
  },
  matchKeysOf: ({ property }) => [homeName(property)],
  isCertainDuplicate: () => true,
  additionsTo: () => ({}),
  canMerge: false,
}

function reasonForStatus(status: string): string {
  return isOffMarket(status)
    ? `Only listings that are for sale, pending or sold are imported; this one is “${status}”.`
    : `The status “${status}” is not known here. Write For Sale, Pending or Sold instead.`
}

import * as v from 'valibot'
import { listingFormSchema, type ListingForm } from '#core/contract/listing.ts'
import { listingStatuses, type ListingStatus } from '#core/contract/record-statuses.ts'
import { enteredPropertySchema, type NewProperty } from '#core/contract/property.ts'
import { schemaFromParser, reasonsOf, type ImportKind } from './import-kind.ts'
import { homeName } from './listing-finder.ts'
import { textOf } from './imported-records.ts'

/**
 * Translates statuses of RESO, portals and listing services. Blank for "C", which may mean closed, contingent or cancelled.
 * Off-market and unknown statuses are returned unchanged.
 */
export function toListingStatus(said: string): string {
  const words = said.trim().replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
  const code = words.toUpperCase().replaceAll(/[^A-Z]/g, '')
  if (words === '') return 'For Sale'
  if (code === 'C') return ''
  if (isOffMarket(words)) return said
  return statusesByCode[code] ?? formsByStatus.find(([, form]) => form.test(words))?.[0] ?? said
}

function isOffMarket(said: string): boolean {
  return (
    /cancel|withdrawn|expired|terminat|rescind|\bhold\b|incomplete|delete|draft|off.?market|leased|rented/i.test(
      said,
    ) || /^(x|exp|xpd|t|w|wd|wdn|wth|can|cnl|cncl|h|hld|i|inc|d|del|l|lse|lsd|r|rnt|tom|toms)$/i.test(said.trim())
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

const formsByStatus: readonly (readonly [ListingStatus, RegExp])[] = [
  ['Pending', /contract|pending|contingent|accepted|escrow|backup|sale agreed/i],
  ['Sold', /\b(closed|sold)\b/i],
  [
    'For Sale',
    /^(a|active|available|for sale|new|coming soon|back on market|price (change|drop|reduced|increased)|extended|reactivated)\b/i,
  ],
]

/** `listed_on` is blank if unknown. */
export type ImportedListing = ListingForm & { property: NewProperty; listed_on: string }

/** Duplicates have the same home: street, unit, city and ZIP. */
export const listingImport: ImportKind<ImportedListing> = {
  name: 'listings',
  schema: schemaFromParser((said) => {
    const fields = said as Record<string, string>
    const form = v.safeParse(listingFormSchema, said)
    // The home has the listing's price. A wrong price is reported once, by the form.
    const home = v.safeParse(enteredPropertySchema, form.success ? said : { ...fields, price: null })
    const isLeftOut = !listingStatuses.some((status) => status === fields['status'])
    if (!isLeftOut && home.success && form.success)
      return { output: { ...form.output, property: home.output, listed_on: fields['listed_on'] ?? '' } }
    return { reasons: isLeftOut ? [leftOutAs(fields['status'] ?? '')] : [...reasonsOf(home), ...reasonsOf(form)] }
  }),
  titleOf: (said) => {
    const { property = said } = said
    const address = typeof property === 'object' && !Array.isArray(property) ? property?.['address'] : undefined
    return textOf(address) || 'Without an address'
  },
  namesOf: ({ property }) => [homeName(property)],
  isSure: () => true,
  additionsTo: () => ({}),
  canMerge: false,
}

function leftOutAs(status: string): string {
  return isOffMarket(status)
    ? `Only listings that are for sale, pending or sold are imported; this one is “${status}”.`
    : `The status “${status}” is not known here. Write For Sale, Pending or Sold instead.`
}

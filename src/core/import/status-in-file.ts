import type { ListingStatus } from '#core/contract/listing-status.ts'

/**
 * The status that a file's word or code means: of the RESO Data Dictionary, of portals, and of listing services. Blank for a bare
 * "C", which is closed, contingent or cancelled by the service; what is off the market and what nobody knows stay as they are said.
 */
export function statusInFile(said: string): string {
  const words = said.trim().replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
  const code = words.toUpperCase().replaceAll(/[^A-Z]/g, '')
  if (words === '') return 'For Sale'
  if (code === 'C') return ''
  if (isOffMarket(words)) return said
  return statusesByCode[code] ?? formsByStatus.find(([, form]) => form.test(words))?.[0] ?? said
}

export function isOffMarket(said: string): boolean {
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

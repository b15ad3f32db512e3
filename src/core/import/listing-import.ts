import * as v from 'valibot'
import { listingFormSchema, type ListingForm } from '#core/contract/listing.ts'
import { listingStatuses } from '#core/contract/listing-status.ts'
import { enteredPropertySchema, type NewProperty } from '#core/contract/property.ts'
import type { ImportKind } from './import-kind.ts'
import { parsedBy, reasonsOf } from './parsed-by.ts'
import { homeName } from './home-identity.ts'
import { isOffMarket } from './status-in-file.ts'
import { textOf } from './text-of.ts'

/** A listing with its home; `listed_on` is blank where the file does not say it. */
export type ImportedListing = ListingForm & { property: NewProperty; listed_on: string }

/** Listings are the same by their home: street, unit, city and ZIP. */
export const listingImport: ImportKind<ImportedListing> = {
  name: 'listings',
  schema: parsedBy((said) => {
    const fields = said as Record<string, string>
    const form = v.safeParse(listingFormSchema, said)
    // The home's price is the listing's, which has told by then what is wrong with it.
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

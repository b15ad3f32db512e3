import * as v from 'valibot'
import { type ListedBy, listedByFormSchema } from '#core/contract/listed-by.ts'
import { wholeShownHomeSchema } from '#core/contract/listing.ts'
import { enteredZipCode, privatePropertySchema } from '#core/contract/property.ts'
import type { ZipNames } from '#core/domain/addresses/zip-tables.ts'
import { type TypedHome, wholeHome } from '#core/domain/homes/typed-home.ts'

export const listedByLabels = {
  name: 'Listing Agent',
  phone: 'Phone',
  email: 'Email',
  brokerage: 'Brokerage',
  mls_number: 'MLS Number',
  link: 'Link',
} as const satisfies Record<keyof ListedBy, string>

/** In the order of the sheet; those behind the ZIP code are folded away. */
export const addHomeLabels = {
  address: 'Address',
  zip_code: 'ZIP Code',
  unit: 'Unit',
  city: 'City',
  state: 'State',
  listing_price: 'Price',
  bedrooms: 'Bedrooms',
  bathrooms: 'Bathrooms',
  ...listedByLabels,
} as const

export type AddHomeValues = Record<keyof typeof addHomeLabels, string>

/** A blank sheet whose address begins as this text. */
export function blankHome(address: string): AddHomeValues {
  const names = Object.keys(addHomeLabels) as (keyof AddHomeValues)[]
  return { ...(Object.fromEntries(names.map((name) => [name, ''])) as AddHomeValues), address }
}

const { address, city, state, bedrooms, bathrooms } = privatePropertySchema.entries
const { listing_price } = wholeShownHomeSchema.entries

/** Of a unit that is not in the address yet: the address has another. */
export const unitLeft = v.pipe(v.string(), v.empty('The address has a different unit. Correct one of them.'))

const fields = v.object({
  address,
  unit: unitLeft,
  zip_code: enteredZipCode,
  city,
  state,
  listing_price,
  bedrooms,
  bathrooms,
  ...listedByFormSchema.entries,
})

/** What the sheet must hold: a street and a ZIP code, be they in one text. */
export function addHomeSchema(cityOf: ZipNames) {
  return v.pipe(
    v.unknown(),
    v.transform((typed) => wholeHome(typed as AddHomeValues & TypedHome, cityOf)),
    fields,
  )
}

export type AddHomeInput = v.InferOutput<typeof fields>

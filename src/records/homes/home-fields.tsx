import type { ReactNode } from 'react'
import * as v from 'valibot'
import { enteredZipCode, newPropertySchema } from '#core/contract/property.ts'
import { joinUnit, splitUnit } from '#core/domain/homes/typed-home.ts'
import type { PropertyRow } from '#storage/database/rows.ts'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import { PriceField } from '#ui/fields/price-field.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { unitLeft } from './add-home-to-show.ts'
import { useAddressFilling } from './use-address-filling.ts'
import styles from './home-fields.module.css'

const stored = v.omit(newPropertySchema, ['latitude', 'longitude', 'location_source', 'is_private'])

/** What a form for the facts of a home holds; a location has a sheet of its own. */
export type HomeFacts = v.InferOutput<typeof stored>

/** Reads the fields of this home, nothing for one that is being made. Only a changed ZIP code has to be one. */
export function homeFactsSchema(home: Partial<PropertyRow> = {}) {
  const zip_code = v.lazy((zip) => (zip === home.zip_code ? stored.entries.zip_code : enteredZipCode))
  const typedFacts = v.pipe(
    v.object({ ...stored.entries, zip_code, unit: unitLeft }),
    v.transform((typed): HomeFacts => withoutUnit(typed)),
  )
  return v.pipe(
    v.unknown(),
    v.transform((typed) => withWholeAddress(typed as HomeText, home)),
    typedFacts,
  )
}

export function withoutUnit<Typed extends { unit: string }>(typed: Typed): Omit<Typed, 'unit'> {
  const { unit: _, ...others } = typed
  return others
}

/** The address is stored as one text: what reads as the home's keeps its spelling. */
export function withWholeAddress(typed: HomeText, { address = '' }: Partial<PropertyRow>): HomeText {
  const whole = joinUnit(typed)
  const isAsStored = whole.unit === '' && whole.address === joinUnit(splitUnit(address)).address
  return isAsStored ? { ...whole, address } : whole
}

export const homeLabels = {
  address: 'Address',
  unit: 'Unit',
  city: 'City',
  state: 'State',
  zip_code: 'ZIP Code',
  bedrooms: 'Bedrooms',
  bathrooms: 'Bathrooms',
  square_feet: 'Square Feet',
  lot_size: 'Lot Size',
  year_built: 'Year Built',
  garage_spaces: 'Garage Spaces',
  price: 'Price',
  property_type: 'Type',
} as const satisfies Record<keyof HomeFacts | 'unit', string>

export type HomeText = Record<keyof typeof homeLabels, string>

/** The home as the fields show it; what is not known is blank. */
export function homeText(home: Partial<PropertyRow>): HomeText {
  const shown: Partial<Record<keyof HomeText, string | number | null>> = { ...home, ...splitUnit(home.address ?? '') }
  const names = Object.keys(homeLabels) as (keyof HomeText)[]
  return Object.fromEntries(names.map((name) => [name, String(shown[name] ?? '')])) as HomeText
}

type HomeFieldsProps<Parsed> = {
  form: RecordForm<HomeText, Parsed>
  /** Says where it is and sets it; nothing for a home that is being made. */
  location?: ReactNode
  /** False where the price of the listing counts. */
  hasPrice?: boolean
}

/** Address and figures of a home. */
export function HomeFields<Parsed>({ form, location, hasPrice = true }: HomeFieldsProps<Parsed>) {
  const filling = useAddressFilling(form.form)
  const [address, zip] = [form.field('address'), form.field('zip_code')]
  return (
    <>
      <TextField
        {...address}
        hint={filling.note}
        autoComplete="off"
        autoCapitalize="words"
        required
        onPaste={filling.onAddressPaste}
        onBlur={(event) => {
          void address.onBlur(event)
          void filling.onAddressLeft()
        }}
      />
      <TextField {...form.field('unit')} autoComplete="off" />
      <div className={styles.where}>
        <TextField {...form.field('city')} autoComplete="off" autoCapitalize="words" required />
        <TextField {...form.field('state')} autoComplete="off" autoCapitalize="characters" required />
        <TextField
          {...zip}
          inputMode="numeric"
          autoComplete="off"
          required
          onBlur={(event) => {
            void zip.onBlur(event)
            void filling.onZipTyped()
          }}
        />
      </div>
      {location !== undefined && <div className={styles.location}>{location}</div>}
      <p className={styles.hint}>Leave blank what you don’t know.</p>
      <div className={styles.figures}>
        <TextField {...form.field('bedrooms')} inputMode="decimal" />
        <TextField {...form.field('bathrooms')} inputMode="decimal" />
        <TextField {...form.field('square_feet')} inputMode="decimal" />
        <TextField {...form.field('lot_size')} inputMode="decimal" hint="In acres." />
        <TextField {...form.field('year_built')} inputMode="numeric" />
        <TextField {...form.field('garage_spaces')} inputMode="numeric" />
        {hasPrice && <PriceField {...form.field('price')} />}
        <TextField {...form.field('property_type')} hint="Such as Residential or Condo." />
      </div>
    </>
  )
}

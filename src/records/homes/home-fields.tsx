import { useRef, type ReactNode, type ClipboardEvent, useState, useEffect } from 'react'
import * as v from 'valibot'
import { enteredZipCode, newPropertySchema } from '#core/contract/property.ts'
import { joinUnit, splitUnit, pasteAddress } from '#core/domain/homes/typed-home.ts'
import type { PropertyRow } from '#storage/database/rows.ts'
import type { RecordForm, Form } from '#ui/form/use-record-form.ts'
import { PriceField } from '#ui/fields/price-field.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { remainingUnitSchema } from './add-home-to-show.ts'
import styles from './home-fields.module.css'
import type { FieldPath, FieldPathValue } from 'react-hook-form'
import type { CityOfZip, ZipNames } from '#core/domain/addresses/zip-tables.ts'
import { splitAddress } from '#core/domain/addresses/pasted-address.ts'
import { loadZipNames } from '#storage/homes/zip-names.ts'

const addressFields = ['address', 'unit', 'city', 'state', 'zip_code'] as const
const splitNote = 'Split into address, city, state and ZIP code.'

type AddressText = { address: string; unit: string; city: string; state: string; zip_code: string }

/**
 * Fills in fields from an address. A whole address in *Address* is split when it is pasted or the field loses focus; a ZIP code
 * sets its city and state. A pasted home replaces the previous one. Otherwise, fields with text are not changed, except the city
 * and state of the previous ZIP code. `note` describes the result.
 */
function useAddressFilling<Values extends AddressText, Parsed>(form: Form<Values, Parsed>) {
  const [note, setNote] = useState<string | undefined>()
  /** City and state of the ZIP code that was typed last. */
  const placeBefore = useRef<CityOfZip | null>(null)

  const names = useZipNames()

  const text = (name: keyof AddressText): string => form.getValues(name as FieldPath<Values>)
  const set = (name: keyof AddressText, value: string) =>
    form.setValue(name as FieldPath<Values>, value as FieldPathValue<Values, FieldPath<Values>>, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })

  function fillEmpty(fields: Partial<AddressText>): boolean {
    const empty = (['city', 'state', 'zip_code'] as const).filter((name) => text(name) === '' && fields[name])
    for (const name of empty) set(name, fields[name] ?? '')
    return empty.length > 0
  }

  async function split(typed: string): Promise<void> {
    const cityOf = await loadZipNames()
    const found = splitAddress(typed, cityOf)
    // A street alone stays as typed, and so does text that changed in the meantime.
    if (found === null || (found.zip_code === '' && found.state === '') || text('address') !== typed) return
    if (!fillEmpty(found)) return
    set('address', found.address)
    setNote(splitNote)
  }

  function paste(event: ClipboardEvent): void {
    const before = Object.fromEntries(addressFields.map((name) => [name, text(name)])) as AddressText
    const read = pasteAddress({ ...before, listing_price: '', link: '' }, event.clipboardData.getData('text'), names)
    if (read === null) return
    event.preventDefault()
    for (const name of addressFields) if (read[name] !== before[name]) set(name, read[name])
    setNote(read.zip_code === '' && read.state === '' ? undefined : splitNote)
  }

  async function fillFromZip(zip: string): Promise<void> {
    const cityOf = await loadZipNames()
    const found = cityOf(zip)
    if (found === null || text('zip_code') !== zip) return
    const before = placeBefore.current ?? cityOf(form.formState.defaultValues?.zip_code ?? '')
    placeBefore.current = found
    for (const name of ['city', 'state'] as const) {
      if (text(name) === '' || text(name) === before?.[name]) set(name, found[name])
    }
  }

  return {
    note,
    onAddressPaste: paste,
    onAddressLeft: () => split(text('address')),
    onZipTyped: () => fillFromZip(text('zip_code')),
  }
}

const noNames: ZipNames = () => null

/** Returns a function from ZIP code to city; it finds nothing until the table is loaded. */
export function useZipNames(): ZipNames {
  const [names, setNames] = useState<{ cityOf: ZipNames }>({ cityOf: noNames })
  useEffect(() => void loadZipNames().then((cityOf) => setNames({ cityOf })), [])
  return names.cityOf
}

const factsSchema = v.omit(newPropertySchema, ['latitude', 'longitude', 'location_source', 'is_private'])

/** The facts in a home's form; the location has its own sheet. */
export type HomeFacts = v.InferOutput<typeof factsSchema>

/** Returns the schema of the form of this home, or of a new home. A ZIP code is validated only if it was changed. */
export function homeFactsSchema(home: Partial<PropertyRow> = {}) {
  const zip_code = v.lazy((zip) => (zip === home.zip_code ? factsSchema.entries.zip_code : enteredZipCode))
  const typedFacts = v.pipe(
    v.object({ ...factsSchema.entries, zip_code, unit: remainingUnitSchema }),
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

/**
 * Joins street and unit, which are stored as one address. A unit that cannot be joined stays in `unit`, where the schema refuses it. If
 * both have not changed, the stored spelling stays.
 */
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

/** The home's facts as form values; unknown ones are blank. */
export function homeText(home: Partial<PropertyRow>): HomeText {
  const shown: Partial<Record<keyof HomeText, string | number | null>> = { ...home, ...splitUnit(home.address ?? '') }
  const names = Object.keys(homeLabels) as (keyof HomeText)[]
  return Object.fromEntries(names.map((name) => [name, String(shown[name] ?? '')])) as HomeText
}

type HomeFieldsProps<Parsed> = {
  form: RecordForm<HomeText, Parsed>
  /** Shows and sets the location; absent for a new home. */
  location?: ReactNode
  /** False for the home of a listing, because the listing has its own price. */
  showsPriceField?: boolean
}

export function HomeFields<Parsed>({ form, location, showsPriceField = true }: HomeFieldsProps<Parsed>) {
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
        {showsPriceField && <PriceField {...form.field('price')} />}
        <TextField {...form.field('property_type')} hint="Such as Residential or Condo." />
      </div>
    </>
  )
}

import { useRef } from 'react'
import { type NewProperty, newPropertySchema } from '#core/contract/property.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { changeRecord } from '#records/commands.ts'
import { useEntityForm } from '#records/use-entity-form.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { PropertyRow } from '#storage/rows.ts'
import { Button } from '#ui/button.tsx'
import { RecordForm } from '#ui/form/record-form.tsx'
import type { FormRefusal } from '#ui/form/form-problems.ts'
import { PriceField } from '#ui/price-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { addProperty } from './listings-commands.ts'
import styles from './property-form.module.css'

const labels = {
  address: 'Address',
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
} as const

type PropertyText = Record<keyof typeof labels, string>

const blank: PropertyText = {
  address: '',
  city: '',
  state: '',
  zip_code: '',
  bedrooms: '',
  bathrooms: '',
  square_feet: '',
  lot_size: '',
  year_built: '',
  garage_spaces: '',
  price: '',
  property_type: '',
}

type PropertyFormProps = {
  /** One that was added here and is to be changed; a new one without it. */
  property?: PropertyRow
  /** What a new one's address begins as; a draft of another property does not hide it. */
  address?: string
  /** What the server refused of it earlier. */
  refusal?: FormRefusal | null
  onSaved: (key: LocalKey) => void
  onCancel: () => void
}

/** A property that the catalogue lacks; added on this device first, so it works without a network. */
export function PropertyForm({ property, address = '', refusal, onSaved, onCancel }: PropertyFormProps) {
  const device = useDevice()
  const isNew = property === undefined
  const saved = useRef<LocalKey>(property?.key ?? null)
  const form = useEntityForm<'property', PropertyText, NewProperty>({
    entity: 'property',
    record: property ?? null,
    schema: newPropertySchema,
    below: address === '' ? undefined : address,
    opened: isNew ? { ...blank, address } : textOf(property),
    refusal,
    labels,
    save: async ({ opId, parsed }) => {
      if (!isNew) {
        const { key, ...opened } = property
        return changeRecord(device, 'property', { opId, key, opened, changes: parsed })
      }
      saved.current = await addProperty(device, opId, parsed)
    },
    onSaved: () => saved.current !== null && onSaved(saved.current),
  })
  return (
    <RecordForm form={form} label={isNew ? 'Add a property' : 'Edit the property'}>
      <TextField {...form.field('address')} autoComplete="off" autoCapitalize="words" required />
      <div className={styles.where}>
        <TextField {...form.field('city')} autoComplete="off" autoCapitalize="words" required />
        <TextField {...form.field('state')} autoComplete="off" autoCapitalize="characters" required />
        <TextField {...form.field('zip_code')} inputMode="numeric" autoComplete="off" required />
      </div>
      <p className={styles.hint}>Leave blank what you don’t know.</p>
      <div className={styles.figures}>
        <TextField {...form.field('bedrooms')} inputMode="decimal" />
        <TextField {...form.field('bathrooms')} inputMode="decimal" />
        <TextField {...form.field('square_feet')} inputMode="decimal" />
        <TextField {...form.field('lot_size')} inputMode="decimal" hint="In acres." />
        <TextField {...form.field('year_built')} inputMode="numeric" />
        <TextField {...form.field('garage_spaces')} inputMode="numeric" />
        <PriceField {...form.field('price')} />
        <TextField {...form.field('property_type')} hint="Such as Residential or Condo." />
      </div>
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          busy={form.state === 'saving'}
          busyLabel={isNew ? 'Adding...' : 'Updating...'}
        >
          {isNew ? 'Add Property' : 'Update Property'}
        </Button>
      </div>
    </RecordForm>
  )
}

/** The property as the fields show it; what is not known is blank. */
function textOf(property: PropertyRow): PropertyText {
  const texts = Object.keys(blank).map((name) => [name, String(property[name as keyof PropertyText] ?? '')])
  return Object.fromEntries(texts) as PropertyText
}

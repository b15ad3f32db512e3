import { type ReactNode, useState } from 'react'
import type { CityOfZip } from '#core/domain/addresses/zip-tables.ts'
import { DialogForm } from '#ui/form/dialog-form.tsx'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import { PriceField } from '#ui/fields/price-field.tsx'
import { Sheet } from '#ui/dialogs/sheet.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { KeptHereAlone } from '#records/states/kept-here-alone.tsx'
import styles from './add-home.module.css'
import type { AddHomeInput, AddHomeValues } from './add-home-values.ts'
import type { OnHomeAdded } from './home-added.ts'
import { SameHomeNotice } from './same-home-notice.tsx'
import { useAddHome } from './use-add-home.ts'

export type AddHomeProps = {
  /** An address, or a text that was shared. */
  text?: string | undefined
  submitLabel?: string | undefined
  /** What else the agent says of the home where it is added. */
  children?: ReactNode
  onAdded: OnHomeAdded
  onClose: () => void
}

/** The sheet that adds a home of another broker: an address with its ZIP code is enough. */
export function AddHomeSheet(props: AddHomeProps) {
  return (
    <Sheet open title="Add a home" onClose={props.onClose}>
      <AddHome {...props} />
    </Sheet>
  )
}

function AddHome({ text = '', submitLabel = 'Add home', children, onAdded, onClose }: AddHomeProps) {
  const { form, cityOf, typed, known, use, filling } = useAddHome({ text, onAdded, onClose })
  const address = form.field('address')
  return (
    <DialogForm form={form} label="Add a home" submitLabel={submitLabel} busyLabel="Adding..." onCancel={onClose}>
      <TextField
        {...address}
        hint={filling.note ?? 'Type or paste an address, or the text of a shared home.'}
        autoComplete="off"
        autoCapitalize="words"
        required
        onPaste={filling.onPaste}
        onBlur={(event) => {
          void address.onBlur(event)
          filling.onLeft()
        }}
      />
      <TextField
        {...form.field('zip_code')}
        hint={zipHint(cityOf(typed.zip_code.trim().slice(0, 5)))}
        inputMode="numeric"
        autoComplete="off"
        required
      />
      {known !== null && <SameHomeNotice known={known} onUse={() => use(known)} />}
      {children}
      <More form={form} />
      <KeptHereAlone what="homes of other brokers" />
    </DialogForm>
  )
}

function zipHint(place: CityOfZip | null): string | undefined {
  return place === null ? undefined : `${place.city}, ${place.state}`
}

type MoreProps = { form: RecordForm<AddHomeValues, AddHomeInput> }

/** What may be known beside the address; open where something in it is wrong. */
function More({ form }: MoreProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isWrong = form.problems.some(({ name }) => name !== undefined && name !== 'address' && name !== 'zip_code')
  return (
    <details
      className={styles.more}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>More</summary>
      <div className={styles.group}>
        <TextField {...form.field('unit')} autoComplete="off" />
        <TextField {...form.field('city')} hint="If blank, the ZIP code’s city." autoComplete="off" />
        <TextField {...form.field('state')} autoComplete="off" autoCapitalize="characters" />
        <PriceField {...form.field('listing_price')} />
        <TextField {...form.field('bedrooms')} inputMode="decimal" autoComplete="off" />
        <TextField {...form.field('bathrooms')} inputMode="decimal" autoComplete="off" />
      </div>
      <h3>Listed by</h3>
      <div className={styles.group}>
        <TextField {...form.field('name')} autoComplete="off" autoCapitalize="words" />
        <TextField {...form.field('phone')} type="tel" autoComplete="off" />
        <TextField {...form.field('email')} type="email" autoComplete="off" />
        <TextField {...form.field('brokerage')} autoComplete="off" autoCapitalize="words" />
        <TextField {...form.field('mls_number')} autoComplete="off" />
        <TextField {...form.field('link')} type="url" autoComplete="off" />
      </div>
    </details>
  )
}

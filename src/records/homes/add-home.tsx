import { type ReactNode, useState, type ClipboardEvent, useEffect, useMemo, useRef } from 'react'
import type { CityOfZip, ZipNames } from '#core/domain/addresses/zip-tables.ts'
import { DialogForm } from '#ui/form/record-form.tsx'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import { PriceField } from '#ui/fields/price-field.tsx'
import { Sheet } from '#ui/dialogs/dialog-frame.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { StoredOnlyHereNote } from '#records/states/record-notice.tsx'
import styles from './home-fields.module.css'
import {
  addHomeToShow,
  type AddHomeInput,
  type AddHomeValues,
  removeHomeToShow,
  addHomeLabels,
  addHomeSchema,
  blankHome,
} from './add-home-to-show.ts'
import { useWatch } from 'react-hook-form'
import { pasteAddress, readAddress, completeHome } from '#core/domain/homes/typed-home.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { Device } from '#storage/device/device.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { storageErrorMessage } from '#storage/database/storage-error-message.ts'
import { loadZipNames } from '#storage/homes/zip-names.ts'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { useZipNames } from './home-fields.tsx'
import { undoMs } from '#core/sync/writing/delete-record.ts'
import { notify } from '#state/notifications.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { showFailureToast } from '#records/saving/save-with-undo.ts'
import { isListedByOther } from '#core/contract/record-constants.ts'
import { placeText } from '#core/domain/listings/listing-display.ts'
import type { HomeAddress } from '#core/domain/addresses/us-address.ts'
import type { DeviceDatabase } from '#storage/database/device-database.ts'
import { findSameHome, type SameHome } from '#storage/homes/find-same-home.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/basics/button.tsx'

export type AddHomeProps = {
  /** Initial text of the field *Address*: an address, or a text that another app shared. */
  text?: string | undefined
  submitLabel?: string | undefined
  /** More fields, from the feature that adds the home. */
  children?: ReactNode
  onAdded: OnHomeAdded
  onClose: () => void
}

/** The sheet that adds a home to show; an address with its ZIP code is enough. */
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
      <StoredOnlyHereNote what="homes of other brokers" />
    </DialogForm>
  )
}

function zipHint(place: CityOfZip | null): string | undefined {
  return place === null ? undefined : `${place.city}, ${place.state}`
}

type MoreProps = { form: RecordForm<AddHomeValues, AddHomeInput> }

/** Optional facts; open if one of them is wrong. */
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

type AddHomeOptions = {
  text: string
  onAdded: OnHomeAdded
  onClose: () => void
}

/** A save waits for the table of ZIP codes at most this long. */
const zipTableTimeoutMs = 2000

function useAddHome({ text, onAdded, onClose }: AddHomeOptions) {
  const device = useDevice()
  const cityOf = useZipNames()
  const added = useRef<LocalKey | null>(null)
  /** The home of the catalog that the agent chose to use. */
  const used = useRef<LocalKey | null>(null)
  /** The existing home that the last submit offered instead of saving. A second submit saves the typed home as another one. */
  const offered = useRef<LocalKey | null>(null)
  const schema = useMemo(() => addHomeSchema(cityOf), [cityOf])
  const form = useEntityForm<'listing', AddHomeValues, AddHomeInput>({
    entity: 'listing',
    record: null,
    // A shared text has its own draft.
    draftName: text === '' ? 'home-to-show' : `home-to-show ${text.slice(0, 100)}`,
    schema,
    opened: blankHome(text),
    labels: addHomeLabels,
    save: async ({ opId, parsed, values }) => {
      try {
        const names = (await Promise.race([loadZipNames(), device.clock.sleep(zipTableTimeoutMs)])) ?? cityOf
        const { city, state } = completeHome(values, names)
        const home = { ...parsed, city, state }
        const known = used.current === null ? await knownHome(device.database, home) : null
        if (known !== null && known.key !== offered.current) {
          offered.current = known.key
          return { message: `${known.words} Use it, or press the button again if it is another home.` }
        }
        added.current = await saveHome(device, opId, home, used.current)
      } catch (error) {
        return { message: 'Failed to add the home. Please try again.', details: storageErrorMessage(error) }
      }
    },
    onSaved: () => finish(added.current, true),
  })
  const typed = useWatch({ control: form.form.control }) as AddHomeValues
  const known = useKnownHome(completeHome(typed, cityOf))

  function finish(key: LocalKey | null, isNew: boolean): void {
    onClose()
    if (key !== null) void passOnHome(device, { key, isNew, onAdded })
  }

  function use({ kind, key }: KnownHome): void {
    if (kind === 'listing') {
      form.discardDraft()
      return finish(key, false)
    }
    used.current = key
    form.formProps.onSubmit()
  }

  return { form, cityOf, typed, known, use, filling: useFilling(form.form, cityOf, text) }
}

function saveHome(device: Device, opId: string, home: AddHomeInput, propertyKey: LocalKey | null): Promise<LocalKey> {
  const { address, unit: _, city, state, zip_code, bedrooms, bathrooms, listing_price, ...listed_by } = home
  const facts = { address, city, state, zip_code, bedrooms, bathrooms }
  return addHomeToShow(device, { opId, facts, listing_price, listed_by, propertyKey })
}

type HomeForm = ReturnType<typeof useEntityForm<'listing', AddHomeValues, AddHomeInput>>['form']

/** Fills in fields from a text in *Address* when it is pasted or the field loses focus; `note` lists them. */
function useFilling({ getValues, setValue, formState }: HomeForm, cityOf: ZipNames, text: string) {
  const [note, setNote] = useState<string>()

  function fill(read: AddHomeValues): void {
    const before = getValues()
    const changed = (Object.keys(addHomeLabels) as (keyof AddHomeValues)[]).filter(
      (name) => read[name] !== before[name],
    )
    for (const name of changed) {
      setValue(name, read[name], { shouldDirty: true, shouldValidate: formState.isSubmitted })
    }
    const others = changed.filter((name) => name !== 'address')
    const groups = [
      ['Filled in', others.filter((name) => read[name] !== '')],
      ['Cleared', others.filter((name) => read[name] === '')],
    ] as const
    const notes = groups.flatMap(([what, names]) =>
      names.length === 0 ? [] : [`${what}: ${names.map((name) => addHomeLabels[name]).join(', ')}.`],
    )
    setNote(notes.length === 0 ? undefined : notes.join(' '))
  }

  function fillFrom(address: string, names: ZipNames): void {
    const read = readAddress({ ...getValues(), address }, names)
    if (read.address !== address) fill(read)
  }

  useEffect(() => {
    if (text !== '') void loadZipNames().then((names) => getValues('address') === text && fillFrom(text, names))
    // oxlint-disable-next-line react/exhaustive-deps -- once, with the text that the sheet opened with
  }, [])

  return {
    note,
    onPaste: (event: ClipboardEvent) => {
      const read = pasteAddress(getValues(), event.clipboardData.getData('text'), cityOf)
      if (read === null) return
      // By default the field would join all pasted lines, even those of two homes.
      event.preventDefault()
      fill(read)
    },
    onLeft: () => fillFrom(getValues('address'), cityOf),
  }
}

/** What `onAdded` did with the home, such as adding it to a tour: how to undo that, and a message instead of the default one. */
export type HomeUse = { message?: string; undo: () => unknown }

/** Called with a home that was added, or with the existing one that the agent chose instead. */
export type OnHomeAdded = (listing: ListingRow) => HomeUse | void | Promise<HomeUse | void>

/** Passes a home to `onAdded` and offers to undo both. Shows failures instead of throwing. */
async function passOnHome(
  device: Device,
  { key, isNew, onAdded }: { key: LocalKey; isNew: boolean; onAdded: OnHomeAdded },
): Promise<void> {
  try {
    const listing = await device.database.listings.get(key)
    if (listing === undefined) return
    const use = await onAdded(listing)
    const message = use?.message ?? (isNew ? `${listing.property.address} is in Homes I show.` : undefined)
    if (message === undefined) return
    const action = { label: 'Undo', run: () => void undoAdding(device, { key, isNew, use: use ?? null }) }
    // `topic`: agents often add several homes in a row, and a message for each would cover the next form.
    const saved = `listing ${key}`
    notify({ type: 'success', title: 'Home Added', message, duration: undoMs, action, topic: 'home-added', saved })
  } catch (error) {
    showFailureToast('Failed to add the home.', error)
  }
}

type Added = { key: LocalKey; isNew: boolean; use: HomeUse | null }

async function undoAdding(device: Device, { key, isNew, use }: Added): Promise<void> {
  try {
    await use?.undo()
    if (isNew) await removeHomeToShow(device, key)
  } catch (error) {
    showFailureToast('Couldn’t undo adding the home.', error)
  }
}

/** A home that this device already has; `words` say whether it is in the catalog, shown or listed. */
type KnownHome = SameHome & { words: string; address: string }

/** The home that this device has at the address; null if there is none, or the address is incomplete. */
function useKnownHome({ address, city, state, zip_code }: HomeAddress): KnownHome | null {
  const { database } = useDevice()
  const found = useLiveQuery(
    () => knownHome(database, { address, city, state, zip_code }),
    [database, address, city, state, zip_code],
  )
  return found ?? null
}

async function knownHome(database: DeviceDatabase, home: HomeAddress): Promise<KnownHome | null> {
  if (home.address === '' || !home.zip_code) return null
  const same = await findSameHome(database, home)
  if (same === null) return null
  if (same.kind === 'property') {
    const property = await database.properties.get(same.key)
    return { ...same, words: 'This home is in the catalog.', address: addressText(property ?? {}) }
  }
  const listing = await database.listings.get(same.key)
  const isShown = listing !== undefined && isListedByOther(listing)
  const words = isShown ? 'You show this home already.' : 'You list this home yourself.'
  return { ...same, words, address: addressText(listing?.property ?? {}) }
}

function addressText({ address, ...place }: Parameters<typeof placeText>[0] & { address?: string }): string {
  return [address, placeText(place)].filter(Boolean).join(', ')
}

/** Offers to use a home that already exists; the agent decides whether it is the same. */
function SameHomeNotice({ known, onUse }: { known: KnownHome; onUse: () => void }) {
  return (
    <Banner tone="warning" role="status">
      <div className={styles.same}>
        <p>
          <strong>{known.words}</strong> {known.address}
        </p>
        <Button data-press="once" onClick={onUse}>
          Use it
        </Button>
      </div>
    </Banner>
  )
}

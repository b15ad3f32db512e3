import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { ZipNames } from '#core/domain/addresses/zip-tables.ts'
import { pasteAddress, readAddress, wholeHome } from '#core/domain/homes/typed-home.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import type { Device } from '#storage/device/device.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { storageProblem } from '#storage/database/storage-problem.ts'
import { loadZipNames } from '#storage/homes/zip-names.ts'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { addHomeToShow } from './add-home-to-show.ts'
import { type AddHomeInput, addHomeLabels, addHomeSchema, type AddHomeValues, blankHome } from './add-home-values.ts'
import { type OnHomeAdded, passOnHome } from './home-added.ts'
import { type KnownHome, knownHome, useKnownHome } from './same-home-notice.tsx'
import { useZipNames } from './use-zip-names.ts'

type AddHomeOptions = {
  /** What was typed or shared before the sheet opened. */
  text: string
  onAdded: OnHomeAdded
  onClose: () => void
}

/** The table of ZIP codes is read while the agent types; a save waits no longer for it. */
const patienceMs = 2000

/** The form of a home that another broker lists. */
export function useAddHome({ text, onAdded, onClose }: AddHomeOptions) {
  const device = useDevice()
  const cityOf = useZipNames()
  const added = useRef<LocalKey | null>(null)
  /** A home of the catalog that is used as it is. */
  const used = useRef<LocalKey | null>(null)
  /** The known home that the last press was about; the next one says that it is another. */
  const asked = useRef<LocalKey | null>(null)
  const schema = useMemo(() => addHomeSchema(cityOf), [cityOf])
  const form = useEntityForm<'listing', AddHomeValues, AddHomeInput>({
    entity: 'listing',
    record: null,
    // A text that was shared has a draft of its own.
    part: text === '' ? 'home-to-show' : `home-to-show ${text.slice(0, 100)}`,
    schema,
    opened: blankHome(text),
    labels: addHomeLabels,
    save: async ({ opId, parsed, values }) => {
      try {
        const names = (await Promise.race([loadZipNames(), device.clock.sleep(patienceMs)])) ?? cityOf
        const { city, state } = wholeHome(values, names)
        const home = { ...parsed, city, state }
        const known = used.current === null ? await knownHome(device.database, home) : null
        if (known !== null && known.key !== asked.current) {
          asked.current = known.key
          return { message: `${known.words} Use it, or press the button again if it is another home.` }
        }
        added.current = await saveHome(device, opId, home, used.current)
      } catch (error) {
        return { message: 'Failed to add the home. Please try again.', details: storageProblem(error) }
      }
    },
    onSaved: () => finish(added.current, true),
  })
  const typed = useWatch({ control: form.form.control }) as AddHomeValues
  const known = useKnownHome(wholeHome(typed, cityOf))

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

/** Fills in what a text in *Address* says when it is pasted or the field is left; `note` says what. */
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
    const said = [
      ['Filled in', others.filter((name) => read[name] !== '')],
      ['Cleared', others.filter((name) => read[name] === '')],
    ] as const
    const notes = said.flatMap(([what, names]) =>
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
    // oxlint-disable-next-line react/exhaustive-deps -- once, with what the sheet opened with
  }, [])

  return {
    note,
    onPaste: (event: ClipboardEvent) => {
      const read = pasteAddress(getValues(), event.clipboardData.getData('text'), cityOf)
      if (read === null) return
      // The field itself would run the lines together, and two homes.
      event.preventDefault()
      fill(read)
    },
    onLeft: () => fillFrom(getValues('address'), cityOf),
  }
}

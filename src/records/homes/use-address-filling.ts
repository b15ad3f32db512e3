import { type ClipboardEvent, useRef, useState, useEffect } from 'react'
import type { FieldPath, FieldPathValue } from 'react-hook-form'
import type { CityOfZip, ZipNames } from '#core/domain/addresses/zip-tables.ts'
import { splitAddress } from '#core/domain/addresses/pasted-address.ts'
import { pasteAddress } from '#core/domain/homes/typed-home.ts'
import { loadZipNames } from '#storage/homes/zip-names.ts'
import type { Form } from '#ui/form/form-problems.ts'

const addressFields = ['address', 'unit', 'city', 'state', 'zip_code'] as const
const splitNote = 'Split into address, city, state and ZIP code.'

type AddressText = { address: string; unit: string; city: string; state: string; zip_code: string }

/**
 * Fills in what an address says itself: a whole one in *Address* goes into its fields when the agent pastes it or leaves the field,
 * and a ZIP code brings its city and state. A home that is pasted takes the place of the one that was there. Otherwise fields that have
 * text keep it, except a city and state of the ZIP code before: they follow the new one. `note` says what was done.
 */
export function useAddressFilling<Values extends AddressText, Parsed>(form: Form<Values, Parsed>) {
  const [note, setNote] = useState<string | undefined>()
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
    // A street alone stays as it is typed, and so does what was typed in the meantime.
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

/** The cities of ZIP codes; none until the table is read, which happens while the agent types the street. */
export function useZipNames(): ZipNames {
  const [names, setNames] = useState<{ cityOf: ZipNames }>({ cityOf: noNames })
  useEffect(() => void loadZipNames().then((cityOf) => setNames({ cityOf })), [])
  return names.cityOf
}

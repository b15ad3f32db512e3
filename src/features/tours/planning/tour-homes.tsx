import { useMemo, useCallback, useState } from 'react'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { AvailableListings, SelectedListings } from './listing-lists.tsx'
import { withLocatedCopies, listingLabel } from '#features/tours/tour-listings.ts'
import page from './tour-form-page.module.css'
import type { ShownPlan } from './plan-labels.ts'
import { useWatch } from 'react-hook-form'
import type { ListingId } from '#core/planner/plan-types.ts'
import type { HomeUse } from '#records/homes/add-home.tsx'
import type { ListingRow } from '#storage/database/rows.ts'
import type { RecordForm } from '#ui/form/use-record-form.ts'
import { addListing, orderToText, removeListing, textToOrder } from './chosen-homes.ts'
import type { TourFormValues } from './tour-form-values.ts'

type TourHomesProps = {
  homes: ReturnType<typeof useHomeOrder>
  /** The chosen homes in the form's order; some may no longer be listed. */
  chosen: readonly (TourableListing & { isGone?: boolean })[]
  /** The chosen homes that are still listed, with the locations used for planning. */
  located: readonly TourableListing[]
  /** All listings on this device; undefined while they load. */
  all: readonly TourableListing[] | undefined
  date: string
  /** True if the planner sets the order, false if the agent does. */
  isOrderOpen: boolean
  plan: ShownPlan | null
  hint: string | undefined
  error: string | undefined
}

export function TourHomes({ homes, chosen, located, all, date, isOrderOpen, plan, hint, error }: TourHomesProps) {
  const stopNumbers = useMemo(
    () => (isOrderOpen ? new Map(plan?.stops.map(({ listing_id, order }) => [listing_id, order])) : null),
    [isOrderOpen, plan],
  )
  const shown = useMemo(() => withLocatedCopies(chosen, located), [chosen, located])
  return (
    <fieldset className={page.lists} name="selected_listings" tabIndex={-1} aria-label="Listings">
      <SelectedListings
        listings={shown}
        hint={hint}
        stopNumbers={stopNumbers}
        error={error}
        onChange={homes.changeOrder}
      />
      <AvailableListings
        date={date}
        listings={all}
        order={homes.order}
        onAdd={homes.addHome}
        onHomeAdded={homes.addNewHome}
      />
    </fieldset>
  )
}

type ChangeOrder = (change: (order: readonly ListingId[]) => ListingId[], announcement: string) => void

/** The order of the chosen homes in the form, and functions that change it; these are stable until the first submit. */
export function useHomeOrder<Parsed>({ form, submitCount }: RecordForm<TourFormValues, Parsed>) {
  const { control, getValues, setValue } = form
  const text = useWatch({ control, name: 'selected_listings' })
  const order = useMemo(() => textToOrder(text), [text])
  const [announcement, announce] = useState('')
  const isSubmitted = submitCount > 0
  const changeOrder: ChangeOrder = useCallback(
    (change, words) => {
      const next = change(textToOrder(getValues('selected_listings')))
      setValue('selected_listings', orderToText(next), { shouldDirty: true, shouldValidate: isSubmitted })
      announce(words)
    },
    [getValues, setValue, isSubmitted],
  )
  const addHome = useCallback(
    (listing: TourableListing) =>
      changeOrder((current) => addListing(current, listing.id), `${listingLabel(listing)} was added.`),
    [changeOrder],
  )
  const addNewHome = useCallback(
    ({ id, key, property }: ListingRow): HomeUse => {
      const home = id ?? key
      changeOrder((current) => addListing(current, home), `${property.address} was added.`)
      return { undo: () => changeOrder((current) => removeListing(current, home), `${property.address} was removed.`) }
    },
    [changeOrder],
  )
  const putLast = useCallback(
    (id: ListingId, label: string) => {
      setValue('put_last', orderToText(addListing(textToOrder(getValues('put_last')), id)), { shouldDirty: true })
      announce(`${label} is put last, without a drive.`)
    },
    [getValues, setValue],
  )
  /** `said` is the last change, for screen readers. */
  return { order, changeOrder, addHome, addNewHome, putLast, said: announcement }
}

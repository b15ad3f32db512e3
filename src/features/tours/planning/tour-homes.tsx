import { useMemo } from 'react'
import type { TourableListing } from '#storage/listings/tourable-listings.ts'
import { AvailableListings } from './available-listings.tsx'
import { withPlaces } from '#features/tours/located-listings.ts'
import { SelectedListings } from './selected-listings.tsx'
import page from './tour-form-page.module.css'
import type { ShownPlan } from './plan-words.ts'
import type { useHomeOrder } from './use-home-order.ts'

type TourHomesProps = {
  homes: ReturnType<typeof useHomeOrder>
  /** In the order in which they are visited; one may not be listed any more. */
  chosen: readonly (TourableListing & { isGone?: boolean })[]
  /** The same without those that are not listed any more, with the places that the planner works with. */
  located: readonly TourableListing[]
  /** Undefined while they are read. */
  all: readonly TourableListing[] | undefined
  date: string
  /** The planner may set another order. */
  isOrderOpen: boolean
  /** The plan that is shown. */
  plan: ShownPlan | null
  hint: string | undefined
  error: string | undefined
}

/** The homes of a tour's form: the chosen ones, and those that may be added. */
export function TourHomes({ homes, chosen, located, all, date, isOrderOpen, plan, hint, error }: TourHomesProps) {
  const stopNumbers = useMemo(
    () => (isOrderOpen ? new Map(plan?.stops.map(({ listing_id, order }) => [listing_id, order])) : null),
    [isOrderOpen, plan],
  )
  const shown = useMemo(() => withPlaces(chosen, located), [chosen, located])
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

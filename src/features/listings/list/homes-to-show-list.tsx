import { AddHomeButton } from '#records/homes/add-home-button.tsx'
import { StoredOnlyHereNote } from '#records/states/record-notice.tsx'
import { NoDataState, type LoadState } from '#records/states/load-state.tsx'
import { EmptyState } from '#ui/lists/placeholders.tsx'
import { HouseIcon } from '#ui/icons/icon.tsx'
import { ListingSkeletons } from './listing-card.tsx'

/** Shown above the list of homes to show: where they are stored, and how to add one. `isNothing`: the list is empty; `load` says why. */
export function HomesToShowNote({ isNothing, load }: { isNothing: boolean; load: LoadState }) {
  return (
    <>
      <StoredOnlyHereNote what="homes that other brokers list" />
      {isNothing ? <NoHomesToShow load={load} /> : <AddHomeButton />}
    </>
  )
}

function NoHomesToShow({ load }: { load: LoadState }) {
  return (
    <NoDataState load={load} failure="Failed to load listings." what="Your homes" skeleton={<ListingSkeletons />}>
      <EmptyState icon={<HouseIcon />} title="No homes yet" action={<AddHomeButton variant="primary" />}>
        Homes of other brokers that you tour or show appear here.
      </EmptyState>
    </NoDataState>
  )
}

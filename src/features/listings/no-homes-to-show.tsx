import { AddHomeButton } from '#records/homes/add-home-button.tsx'
import { NothingHere } from '#records/nothing-here.tsx'
import type { LoadState } from '#records/use-load-state.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { HouseIcon } from '#ui/frame-icons.tsx'
import { ListingSkeletons } from './listing-skeletons.tsx'

/** *Homes I show* without any. */
export function NoHomesToShow({ load }: { load: LoadState }) {
  return (
    <NothingHere load={load} failure="Failed to load listings." what="Your homes" skeleton={<ListingSkeletons />}>
      <EmptyState icon={<HouseIcon />} title="No homes yet" action={<AddHomeButton variant="primary" />}>
        Homes of other brokers that you tour or show appear here.
      </EmptyState>
    </NothingHere>
  )
}

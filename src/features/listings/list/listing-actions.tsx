import { Link } from '@tanstack/react-router'
import { isListedByOther } from '#core/contract/is-listed-by-other.ts'
import { recordAddress } from '#records/record-address.ts'
import type { ListingRow } from '#storage/database/rows.ts'
import { ChartLineIcon, PencilIcon, TrashIcon } from '#ui/icons/icon.tsx'
import { IconButton, iconButtonClass } from '#ui/basics/icon-button.tsx'
import { addressOf, dashboardPath } from './listing-row-kinds.ts'

type ListingActionsProps = {
  listing: ListingRow
  onDelete: (listing: ListingRow) => void
}

/** What can be done with a listing in a list, beside opening it. */
export function ListingActions({ listing, onDelete }: ListingActionsProps) {
  const address = addressOf(listing)
  const isToShow = isListedByOther(listing)
  return (
    <>
      {!isToShow && (
        <Link
          to={dashboardPath(listing)}
          className={iconButtonClass()}
          title="Dashboard"
          aria-label={`Dashboard of ${address}`}
        >
          <ChartLineIcon />
        </Link>
      )}
      <Link
        to="/listings/edit/$listingId"
        params={{ listingId: recordAddress(listing) }}
        className={iconButtonClass()}
        title="Edit"
        aria-label={`Edit ${address}`}
      >
        <PencilIcon />
      </Link>
      <IconButton label={`${isToShow ? 'Remove' : 'Delete'} ${address}`} danger onClick={() => onDelete(listing)}>
        <TrashIcon />
      </IconButton>
    </>
  )
}

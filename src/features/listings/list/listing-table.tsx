import { Link } from '@tanstack/react-router'
import {
  figureText,
  placeText,
  squareFeetOf,
  formatListedBy,
  formatListingPrice,
} from '#core/domain/listings/listing-display.ts'
import { nextShowings } from '#core/domain/visits/showing-status.ts'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { recordIdInUrl } from '#records/record-address.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow, ShowingRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { ListingStatusBadge, SyncMark } from '#ui/feedback/badge.tsx'
import { Card } from '#ui/layout/card.tsx'
import { stretchedLink, linkContainer } from '#ui/layout/stretched-link.ts'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { ArrowDownIcon, ArrowUpDownIcon, ArrowUpIcon } from '#ui/icons/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import { ListingActions } from './listing-card.tsx'
import { useListingMark } from './listing-marks.ts'
import { ListingPhoto } from './listing-photo.tsx'
import { addressOf, type PhotoRow } from './listing-row-kinds.ts'
import { directionOf, type ListingSort, type ListingSortBy, sortedBy } from './listings-search.ts'
import styles from './listing-table.module.css'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

type ListingTableProps = {
  listings: readonly ListingRow[]
  photos: ReadonlyMap<LocalKey, PhotoRow>
  onDelete: (listing: ListingRow) => void
  sort: ListingSort
  onSort: (sort: ListingSort) => void
}

export function ListingTable({ listings, photos, onDelete, sort, onSort }: ListingTableProps) {
  const { today, minutesNow } = useMinute()
  const nextByListing = useNextShowings(today, minutesNow)
  return (
    <Card flush>
      <table className={styles.table} aria-label="Listings">
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              Address
            </th>
            <SortHead by="price" label="Price" sort={sort} onSort={onSort} />
            <th scope="col">Status</th>
            <th scope="col">Size</th>
            <SortHead by="date" label="Listed" sort={sort} onSort={onSort} />
            <th scope="col">Next showing</th>
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {listings.map((listing) => (
            <Row
              key={listing.key}
              listing={listing}
              photo={photos.get(listing.key)}
              showing={nextByListing?.get(listing.key)}
              today={today}
              onDelete={onDelete}
            />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

type SortHeadProps = Pick<ListingTableProps, 'sort' | 'onSort'> & { by: ListingSortBy; label: string }

function SortHead({ by, label, sort, onSort }: SortHeadProps) {
  const direction = directionOf(by, sort)
  const Arrow = direction === undefined ? ArrowUpDownIcon : direction === 'ascending' ? ArrowUpIcon : ArrowDownIcon
  return (
    <th scope="col" data-align={by === 'price' ? 'end' : undefined} aria-sort={direction ?? 'none'}>
      <button type="button" className={styles.sort} onClick={() => onSort(sortedBy(by, sort))}>
        {label}
        <Arrow size={14} />
      </button>
    </th>
  )
}

type RowProps = {
  listing: ListingRow
  photo: PhotoRow | undefined
  /** The listing's current or next showing. */
  showing: ShowingRow | undefined
  today: string
  onDelete: (listing: ListingRow) => void
}

function Row({ listing, photo, showing, today, onDelete }: RowProps) {
  const { mark } = useListingMark(listing.key, photo === undefined ? [] : [photo.key])
  const address = addressOf(listing)
  const params = { listingId: recordIdInUrl(listing) }
  const { property, created_at } = listing
  const listedAt = Date.parse(created_at ?? '')
  // `data-pencil` marks a listing with unsent changes.
  return (
    <tr className={linkContainer} data-pencil={mark !== null || undefined}>
      <td className={styles.photo}>
        <ListingPhoto photo={photo} address={address} sizes="80px" />
      </td>
      <th scope="row">
        <Link
          to="/listings/$listingId"
          params={params}
          className={stretchedLink}
          aria-label={`View Details of ${address}`}
        >
          <StreetAddress address={address} />
        </Link>
        <span className={styles.place}>
          {[placeText(property), formatListedBy(listing)].filter(Boolean).join(' · ')}
        </span>
      </th>
      <td data-align="end">
        <b>{formatListingPrice(listing)}</b>
      </td>
      <td>
        <span className={styles.marks}>
          <ListingStatusBadge status={listing.status} />
          {mark !== null && <SyncMark state={mark} />}
        </span>
      </td>
      <td>
        {figureText(property.bedrooms)} bd · {figureText(property.bathrooms)} ba · {figureText(squareFeetOf(property))}{' '}
        ft²
      </td>
      <td>{Number.isNaN(listedAt) ? '–' : formatDate(dateOfInstant(listedAt), today)}</td>
      <td>
        {showing === undefined ? '–' : `${formatDate(showing.showing_date, today)}, ${formatTime(showing.start_time)}`}
      </td>
      <td className={styles.actions}>
        <ListingActions listing={listing} onDelete={onDelete} />
      </td>
    </tr>
  )
}

function useNextShowings(today: string, minutesNow: number): ReadonlyMap<LocalKey, ShowingRow> | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const fromToday = await database.showings.where('showing_date').aboveOrEqual(today).toArray()
    return nextShowings(fromToday, { today, minutesNow })
  }, [database, today, minutesNow])
}

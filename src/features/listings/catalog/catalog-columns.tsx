import { Link } from '@tanstack/react-router'
import { isListedByOther } from '#core/contract/record-constants.ts'
import { isAddedByMe } from '#core/domain/homes/home-edit.ts'
import { factsText, figureText, placeText, squareFeetOf } from '#core/domain/listings/listing-display.ts'
import { isSampleProperty } from '#core/domain/listings/property-identity.ts'
import { EditHomeButton } from '#records/homes/edit-home.tsx'
import { recordIdInUrl } from '#records/record-address.ts'
import { RecordMark } from '#records/states/record-notice.tsx'
import type { ListingRow, PropertyRow } from '#storage/database/rows.ts'
import { Badge, ListingStatusBadge } from '#ui/feedback/badge.tsx'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { TrashIcon } from '#ui/icons/icon.tsx'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './property-catalog.module.css'
import type { CatalogOnDevice } from './catalog-queries.ts'

type Choose = (property: Pick<PropertyRow, 'key' | 'id'>) => void

/** `listings`: the agent's listing by the property's local key. `phone`: a cell's position on a phone, where each row is a block. */
export function catalogColumns(
  onChoose: Choose,
  listings: CatalogOnDevice['listings'],
  onRemove: (property: PropertyRow) => void,
): TableColumn<PropertyRow>[] {
  return [
    {
      header: 'Address',
      phone: 'lead',
      cell: (property) => <AddressCell property={property} listing={listings.get(property.key)} />,
    },
    { header: 'Beds', phone: 'hidden', cell: ({ bedrooms }) => figureText(bedrooms) },
    { header: 'Baths', phone: 'hidden', cell: ({ bathrooms }) => figureText(bathrooms) },
    { header: 'ft²', phone: 'hidden', cell: (property) => figureText(squareFeetOf(property)) },
    {
      header: 'Action',
      phone: 'end',
      align: 'end',
      cell: (property) => (
        <Actions property={property} listing={listings.get(property.key)} onChoose={onChoose} onRemove={onRemove} />
      ),
    },
  ]
}

type OfProperty = { property: PropertyRow; listing: ListingRow | undefined }

type ActionsProps = OfProperty & { onChoose: Choose; onRemove: (property: PropertyRow) => void }

/** Shows *Open* if the agent already lists the property; *Create* stays, because it may be listed again. */
function Actions({ property, listing, onChoose, onRemove }: ActionsProps) {
  const isOwn = isAddedByMe(property)
  return (
    <div className={styles.rowActions}>
      {isOwn && <EditHomeButton propertyKey={property.key} address={property.address} variant="quiet" />}
      {isOwn && listing === undefined && (
        <IconButton label={`Remove ${property.address}`} danger onClick={() => onRemove(property)}>
          <TrashIcon />
        </IconButton>
      )}
      {listing !== undefined && (
        <Link
          to="/listings/$listingId"
          params={{ listingId: recordIdInUrl(listing) }}
          className={buttonClass()}
          aria-label={`Open the listing of ${property.address}`}
        >
          Open
        </Link>
      )}
      <Button variant={listing === undefined ? undefined : 'quiet'} onClick={() => onChoose(property)}>
        Create<VisuallyHidden> listing for {property.address}</VisuallyHidden>
      </Button>
    </div>
  )
}

function AddressCell({ property, listing }: OfProperty) {
  return (
    <>
      <StreetAddress address={property.address} />
      <span className={styles.place}>{placeText(property)}</span>
      {/* Narrow screens show this instead of the hidden cells. Screen readers read the cells. */}
      <span className={styles.facts} aria-hidden>
        {factsText(property)}
      </span>
      {(listing !== undefined || isSampleProperty(property)) && (
        <span className={styles.badges}>
          {listing !== undefined &&
            (isListedByOther(listing) ? <Badge>Home I show</Badge> : <ListingStatusBadge status={listing.status} />)}
          {isSampleProperty(property) && <Badge>Sample</Badge>}
        </span>
      )}
      <RecordMark entity="property" recordKey={property.key} />
    </>
  )
}

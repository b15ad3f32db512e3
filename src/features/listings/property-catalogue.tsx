import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { factsText, figureText, placeText, squareFeetOf } from '#core/domain/property-display.ts'
import { isSampleProperty } from '#core/domain/sample-properties.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { NothingHere } from '#records/nothing-here.tsx'
import { type LoadState, useLoadState } from '#records/use-load-state.ts'
import { recordAddress } from '#records/record-address.ts'
import { RecordMark } from '#records/record-mark.tsx'
import { areSamplesHidden, hideSamples } from '#state/hidden-samples.ts'
import { useDevice } from '#storage/device-context.tsx'
import type { ListingRow, PropertyRow } from '#storage/rows.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DataTable, type TableColumn } from '#ui/data-table.tsx'
import { DoorAddress } from '#ui/door-address.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { HousePlusIcon, SearchNothingIcon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { TypedSearchField } from '#ui/typed-search-field.tsx'
import { EditProperty } from './edit-property.tsx'
import { type CatalogueOnDevice, useCatalogue } from './catalogue-queries.ts'
import styles from './property-catalogue.module.css'
import { PropertyForm } from './property-form.tsx'

type PropertyCatalogueProps = {
  /** What the address is searched for. */
  q: string
  onSearch: (q: string) => void
  onChoose: (property: Pick<PropertyRow, 'key' | 'id'>) => void
}

type PropertyPickerProps = PropertyCatalogueProps & {
  /** The key of a property to change first. */
  editing: LocalKey | undefined
  onEdited: () => void
}

/** Rows shown at first, and added each time. */
const rowsAtOnce = 50

/** Step 1 of Create Listing: the catalogue, its search, and a way to add what it lacks. */
export function PropertyCatalogue({ q, onSearch, onChoose, editing, onEdited }: PropertyPickerProps) {
  // The address that the form begins with; null while it is closed.
  const [adding, setAdding] = useState<string | null>(null)
  return (
    <>
      <h2>Select a Property to Create Listing</h2>
      <div className={styles.tools}>
        <TypedSearchField
          label="Search properties by address"
          placeholder="Search by address"
          value={q}
          onSearch={onSearch}
        />
        <Button onClick={() => onSearch('')}>Clear</Button>
        <Button aria-expanded={adding !== null} onClick={() => setAdding(adding === null ? '' : null)}>
          <HousePlusIcon size={18} />
          Add a property
        </Button>
      </div>
      {editing !== undefined && <EditProperty key={editing} propertyKey={editing} onDone={onEdited} />}
      {adding !== null && (
        <Card title="Add a property">
          <PropertyForm
            key={adding}
            address={adding}
            onSaved={(key: LocalKey) => onChoose({ key })}
            onCancel={() => setAdding(null)}
          />
        </Card>
      )}
      <CatalogueTable q={q} onChoose={onChoose} onAdd={adding === null ? setAdding : undefined} />
    </>
  )
}

type CatalogueTableProps = Omit<PropertyCatalogueProps, 'onSearch'> & {
  /** Begins a property that the catalogue lacks; left out while one is being added. */
  onAdd: ((address: string) => void) | undefined
}

function CatalogueTable({ q, onChoose, onAdd }: CatalogueTableProps) {
  const { owner } = useDevice()
  const [hidesSamples, setHidesSamples] = useState(() => areSamplesHidden(owner))
  const [more, setMore] = useState({ q, count: rowsAtOnce })
  // Another search begins at its own first rows.
  const count = more.q === q ? more.count : rowsAtOnce
  const found = useCatalogue(q, count, hidesSamples)
  const load = useLoadState('property')

  function chooseSamples(isHidden: boolean) {
    hideSamples(owner, isHidden)
    setHidesSamples(isHidden)
  }

  if (found === undefined || (found.total === 0 && load === 'arriving')) return <Skeleton height={320} />
  const { properties, total, listings, samples } = found
  const summary = (
    <div className={styles.line}>
      <p className={styles.count} role="status">
        {total === 1 ? '1 property' : `${total.toLocaleString('en-US')} properties`}
        {properties.length < total && `, ${properties.length} shown`}
      </p>
      {samples > 0 && q === '' && (
        <Button variant="quiet" onClick={() => chooseSamples(!hidesSamples)}>
          {hidesSamples ? `Show ${samplesInWords(samples)}` : `Remove ${samplesInWords(samples)}`}
        </Button>
      )}
    </div>
  )
  if (total === 0)
    return (
      <>
        {/* Of what could not be read nobody knows how many there are. */}
        {samples > 0 && summary}
        <NoProperties q={q} load={load} onAdd={onAdd} />
      </>
    )
  return (
    <>
      {summary}
      <Card flush>
        <DataTable
          label="Properties"
          columns={columnsFor(onChoose, listings)}
          rows={properties}
          rowKey={({ key }) => key}
        />
      </Card>
      {properties.length < total && (
        <Button className={styles.more} size="large" onClick={() => setMore({ q, count: count + rowsAtOnce })}>
          Show more
        </Button>
      )}
    </>
  )
}

function samplesInWords(count: number): string {
  return count === 1 ? '1 sample' : `${count} samples`
}

function columnsFor(
  onChoose: PropertyCatalogueProps['onChoose'],
  listings: CatalogueOnDevice['listings'],
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
      cell: (property) => <Actions property={property} listing={listings.get(property.key)} onChoose={onChoose} />,
    },
  ]
}

type OfProperty = { property: PropertyRow; listing: ListingRow | undefined }

/** A property that the agent has listed already leads there; listing it once more stays possible, and quieter. */
function Actions({ property, listing, onChoose }: OfProperty & Pick<PropertyCatalogueProps, 'onChoose'>) {
  return (
    <div className={styles.actions}>
      {listing !== undefined && (
        <Link
          to="/listings/$listingId"
          params={{ listingId: recordAddress(listing) }}
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
      <DoorAddress address={property.address} />
      <span className={styles.place}>{placeText(property)}</span>
      {/* The other cells say it to screen readers. */}
      <span className={styles.facts} aria-hidden>
        {factsText(property)}
      </span>
      {(listing !== undefined || isSampleProperty(property)) && (
        <span className={styles.badges}>
          {listing !== undefined && <Badge tone="info">Listed · {listing.status}</Badge>}
          {isSampleProperty(property) && <Badge>Sample</Badge>}
        </span>
      )}
      <RecordMark entity="property" recordKey={property.key} />
    </>
  )
}

type NoPropertiesProps = Pick<CatalogueTableProps, 'q' | 'onAdd'> & { load: LoadState }

function NoProperties({ q, load, onAdd }: NoPropertiesProps) {
  if (q !== '') {
    return (
      <EmptyState
        icon={<SearchNothingIcon size={44} />}
        title={`No match for “${q}”`}
        action={
          onAdd && (
            <Button variant="primary" onClick={() => onAdd(q)}>
              <HousePlusIcon size={18} />
              Add “{q}”
            </Button>
          )
        }
      >
        No address in the catalogue holds this. Add the property, and list it right away.
      </EmptyState>
    )
  }
  return (
    <NothingHere load={load} failure="Failed to load properties." what="The catalogue of properties">
      <EmptyState
        icon={<HousePlusIcon size={44} />}
        title="No properties yet"
        action={
          onAdd && (
            <Button variant="primary" onClick={() => onAdd('')}>
              Add the first property
            </Button>
          )
        }
      >
        What you add can be listed right away, also without a network.
      </EmptyState>
    </NothingHere>
  )
}

import { useState } from 'react'
import { factsText, figureText, placeText, squareFeetOf } from '#core/domain/property-display.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { NothingHere } from '#records/nothing-here.tsx'
import { type LoadState, useLoadState } from '#records/use-load-state.ts'
import { RecordMark } from '#records/record-mark.tsx'
import type { PropertyRow } from '#storage/rows.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DataTable, type TableColumn } from '#ui/data-table.tsx'
import { DoorAddress } from '#ui/door-address.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { HousePlusIcon, SearchNothingIcon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { TypedSearchField } from '#ui/typed-search-field.tsx'
import { EditProperty } from './edit-property.tsx'
import { useCatalogue } from './catalogue-queries.ts'
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
  const [isAdding, setIsAdding] = useState(false)
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
        <Button aria-expanded={isAdding} onClick={() => setIsAdding(!isAdding)}>
          <HousePlusIcon size={18} />
          Add a property
        </Button>
      </div>
      {editing !== undefined && <EditProperty key={editing} propertyKey={editing} onDone={onEdited} />}
      {isAdding && (
        <Card title="Add a property">
          <PropertyForm onSaved={(key: LocalKey) => onChoose({ key })} onCancel={() => setIsAdding(false)} />
        </Card>
      )}
      <CatalogueTable q={q} onSearch={onSearch} onChoose={onChoose} />
    </>
  )
}

function CatalogueTable({ q, onSearch, onChoose }: PropertyCatalogueProps) {
  const [more, setMore] = useState({ q, count: rowsAtOnce })
  // Another search begins at its own first rows.
  const count = more.q === q ? more.count : rowsAtOnce
  const found = useCatalogue(q, count)
  const load = useLoadState('property')
  if (found === undefined || (found.total === 0 && load === 'arriving')) return <Skeleton height={320} />
  if (found.total === 0) return <NoProperties q={q} load={load} onSearch={onSearch} />
  const { properties, total } = found
  return (
    <>
      <p className={styles.count} role="status">
        {total === 1 ? '1 property' : `${total.toLocaleString('en-US')} properties`}
        {properties.length < total && `, ${properties.length} shown`}
      </p>
      <Card flush>
        <DataTable label="Properties" columns={columnsFor(onChoose)} rows={properties} rowKey={({ key }) => key} />
      </Card>
      {properties.length < total && (
        <Button className={styles.more} size="large" onClick={() => setMore({ q, count: count + rowsAtOnce })}>
          Show more
        </Button>
      )}
    </>
  )
}

function columnsFor(onChoose: PropertyCatalogueProps['onChoose']): TableColumn<PropertyRow>[] {
  return [
    { header: 'Address', phone: 'lead', cell: (property) => <AddressCell property={property} /> },
    { header: 'Beds', phone: 'hidden', cell: ({ bedrooms }) => figureText(bedrooms) },
    { header: 'Baths', phone: 'hidden', cell: ({ bathrooms }) => figureText(bathrooms) },
    { header: 'ft²', phone: 'hidden', cell: (property) => figureText(squareFeetOf(property)) },
    {
      header: 'Action',
      phone: 'end',
      align: 'end',
      cell: (property) => (
        <Button onClick={() => onChoose(property)}>
          Create<VisuallyHidden> listing for {property.address}</VisuallyHidden>
        </Button>
      ),
    },
  ]
}

function AddressCell({ property }: { property: PropertyRow }) {
  return (
    <>
      <DoorAddress address={property.address} />
      <span className={styles.place}>{placeText(property)}</span>
      {/* The other cells say it to screen readers. */}
      <span className={styles.facts} aria-hidden>
        {factsText(property)}
      </span>
      <RecordMark entity="property" recordKey={property.key} />
    </>
  )
}

type NoPropertiesProps = Pick<PropertyCatalogueProps, 'q' | 'onSearch'> & { load: LoadState }

function NoProperties({ q, load, onSearch }: NoPropertiesProps) {
  if (q !== '') {
    return (
      <EmptyState
        icon={<SearchNothingIcon size={44} />}
        title={`No match for “${q}”`}
        action={<Button onClick={() => onSearch('')}>Clear</Button>}
      >
        No address in the catalogue holds this. A property that is missing can be added.
      </EmptyState>
    )
  }
  return (
    <NothingHere load={load} failure="Failed to load properties." what="The catalogue of properties">
      <EmptyState icon={<HousePlusIcon size={44} />} title="No properties yet">
        The catalogue is empty. Add the first property here.
      </EmptyState>
    </NothingHere>
  )
}

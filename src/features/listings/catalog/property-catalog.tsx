import { useState, useRef } from 'react'
import type { LocalKey } from '#core/sync/operation.ts'
import { failureMessageOf } from '#records/record-labels.ts'
import { useDeletion } from '#records/saving/use-deletion.tsx'
import { NoDataState, type LoadState, useLoadState } from '#records/states/load-state.tsx'
import { useIsPlainServer } from '#state/connection.ts'
import { areSamplesHidden, setSamplesHidden } from '#state/hidden-samples.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { PropertyRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import { EmptyState, Skeleton } from '#ui/lists/placeholders.tsx'
import { HousePlusIcon, SearchNothingIcon } from '#ui/icons/icon.tsx'
import { TypedSearchField } from '#ui/fields/search-field.tsx'
import { useFrozenWhilePressed } from '#ui/hooks/use-frozen-while-pressed.ts'
import { catalogColumns } from './catalog-columns.tsx'
import { useCatalog } from './catalog-queries.ts'
import type { CatalogSearch } from '#features/listings/list/listings-search.ts'
import styles from './property-catalog.module.css'
import {
  HomeFields,
  type HomeFacts,
  homeFactsSchema,
  homeLabels,
  type HomeText,
  homeText,
} from '#records/homes/home-fields.tsx'
import { useEntityForm } from '#records/saving/use-entity-form.ts'
import { RecordForm } from '#ui/form/record-form.tsx'
import { addProperty } from '#features/listings/listings-commands.ts'
import { EditHome } from '#records/homes/edit-home.tsx'
import { scopeOfEdit, useHome } from '#records/homes/home.ts'
import { formatCount } from '#core/format/numbers.ts'

type PropertyCatalogProps = {
  search: CatalogSearch
  /** Replaces the search in the URL, without a history entry. */
  onSearch: (search: CatalogSearch) => void
  onChoose: (property: Pick<PropertyRow, 'key' | 'id'>) => void
}

type PropertyPickerProps = PropertyCatalogProps & {
  /** The key of the property whose edit form is open. */
  editing: LocalKey | undefined
  onEdited: () => void
}

const pageSize = 50

/** Step 1 of Create Listing: the agent chooses a property of the catalog, or adds one. */
export function PropertyCatalog({ search, onSearch, onChoose, editing, onEdited }: PropertyPickerProps) {
  // The form's initial address; null while it is closed.
  const [adding, setAdding] = useState<string | null>(null)
  const { q = '', unlisted = false } = search
  // On a plain server, only the office that runs it can add properties.
  const canAdd = !useIsPlainServer()
  return (
    <>
      <h2>Select a Property to Create Listing</h2>
      <div className={styles.tools}>
        <TypedSearchField
          label="Search properties by address"
          placeholder="Search by address"
          value={q}
          onSearch={(words) => onSearch({ ...search, q: words })}
        />
        <Button aria-disabled={q === '' && !unlisted} onClick={() => onSearch({})}>
          Clear
        </Button>
        <Button aria-pressed={unlisted} onClick={() => onSearch(unlisted ? { q } : { q, unlisted: true })}>
          Not yet listed
        </Button>
        {canAdd && (
          <Button aria-expanded={adding !== null} onClick={() => setAdding(adding === null ? addressIn(q) : null)}>
            <HousePlusIcon size={18} />
            Add a property
          </Button>
        )}
      </div>
      {editing !== undefined && <EditProperty key={editing} propertyKey={editing} onDone={onEdited} />}
      {canAdd && adding !== null && (
        <Card title="Add a property">
          <PropertyForm
            key={adding}
            address={adding}
            onSaved={(key: LocalKey) => onChoose({ key })}
            onCancel={() => setAdding(null)}
          />
        </Card>
      )}
      <CatalogTable
        q={q}
        isUnlisted={unlisted}
        onChoose={onChoose}
        onAdd={canAdd && adding === null ? setAdding : undefined}
      />
    </>
  )
}

/** Returns the search text if it looks like an address, otherwise ''. */
function addressIn(typed: string): string {
  return /^\s*\d+\S*\s+\S/.test(typed) ? typed.trim() : ''
}

type CatalogTableProps = Pick<PropertyCatalogProps, 'onChoose'> & {
  q: string
  /** True to show only properties that the agent has not listed. */
  isUnlisted: boolean
  /** Opens the form for a new property; undefined while it is open, or if the agent cannot add one. */
  onAdd: ((address: string) => void) | undefined
}

function CatalogTable({ q, isUnlisted: hidesListed, onChoose, onAdd }: CatalogTableProps) {
  const { owner } = useDevice()
  const [hidesSamples, setHidesSamples] = useState(() => areSamplesHidden(owner))
  const [expanded, setExpanded] = useState({ q, count: pageSize })
  const count = expanded.q === q ? expanded.count : pageSize
  const removal = useDeletion('property', {
    name: ({ address }) => address,
    message: ({ address }) => `${address} has been removed from the catalog.`,
    failureDialogTitle: failureMessageOf('property', 'delete'),
  })
  // A search finds hidden samples, too. Rows do not move while the agent presses a button.
  const found = useFrozenWhilePressed(useCatalog(q, count, { hidesSamples: hidesSamples && q === '', hidesListed }))
  const load = useLoadState('property')

  function hideOrShowSamples(isHidden: boolean) {
    setSamplesHidden(owner, isHidden)
    setHidesSamples(isHidden)
  }

  if (found === undefined || (found.total === 0 && load === 'arriving')) return <Skeleton height={320} />
  const { properties, total, listings, samples } = found
  const summary = (
    <div className={styles.line}>
      <p className={styles.count} role="status">
        {formatCount(total, 'property', 'properties')}
        {properties.length < total && `, ${properties.length} shown`}
      </p>
      {samples > 0 && q === '' && (
        <Button variant="quiet" onClick={() => hideOrShowSamples(!hidesSamples)}>
          {hidesSamples ? `Show ${samplesLabel(samples)}` : `Remove ${samplesLabel(samples)}`}
        </Button>
      )}
    </div>
  )
  if (total === 0)
    return (
      <>
        {/* Without samples, the catalog may not have been read, so “0 properties” would be wrong. */}
        {samples > 0 && summary}
        <NoProperties q={q} isUnlisted={hidesListed} load={load} onAdd={onAdd} />
      </>
    )
  return (
    <>
      {summary}
      <Card flush>
        <DataTable
          label="Properties"
          columns={catalogColumns(onChoose, listings, removal.ask)}
          rows={properties}
          rowKey={({ key }) => key}
        />
      </Card>
      {properties.length < total && (
        <Button className={styles.more} size="large" onClick={() => setExpanded({ q, count: count + pageSize })}>
          Show more
        </Button>
      )}
      {removal.dialog}
    </>
  )
}

function samplesLabel(count: number): string {
  return formatCount(count, 'sample')
}

type NoPropertiesProps = Pick<CatalogTableProps, 'q' | 'isUnlisted' | 'onAdd'> & { load: LoadState }

function NoProperties({ q, isUnlisted, load, onAdd }: NoPropertiesProps) {
  const canAdd = !useIsPlainServer()
  const address = addressIn(q)
  if (q !== '') {
    return (
      <EmptyState
        icon={<SearchNothingIcon size={44} />}
        title={`No match for “${q}”`}
        action={
          onAdd && (
            <Button variant="primary" onClick={() => onAdd(address)}>
              <HousePlusIcon size={18} />
              {address === '' ? 'Add a property' : `Add “${address}”`}
            </Button>
          )
        }
      >
        {isUnlisted ? 'No match among properties you haven’t listed.' : 'No match in the catalog.'}
        {canAdd && ' Add the property and list it right away.'}
      </EmptyState>
    )
  }
  // `known`: the catalog has been loaded, so this device has all properties.
  if (isUnlisted && load === 'known')
    return (
      <EmptyState icon={<SearchNothingIcon size={44} />} title="Nothing left to list">
        You have listed every property that is shown here.
      </EmptyState>
    )
  return (
    <NoDataState load={load} failure="Failed to load properties." what="The property catalog">
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
        {canAdd ? 'What you add can be listed right away, even offline.' : 'Your office’s server has none to list yet.'}
      </EmptyState>
    </NoDataState>
  )
}

type PropertyFormProps = {
  /** The initial address; each address has its own draft. */
  address?: string
  onSaved: (key: LocalKey) => void
  onCancel: () => void
}

const noLocation = { latitude: null, longitude: null, location_source: null }

function PropertyForm({ address = '', onSaved, onCancel }: PropertyFormProps) {
  const device = useDevice()
  const saved = useRef<LocalKey | null>(null)
  const form = useEntityForm<'property', HomeText, HomeFacts>({
    entity: 'property',
    record: null,
    schema: homeFactsSchema(),
    createdFor: address === '' ? undefined : address,
    opened: homeText({ address }),
    labels: homeLabels,
    save: async ({ opId, parsed }) => {
      saved.current = await addProperty(device, opId, { ...parsed, ...noLocation })
    },
    onSaved: () => saved.current !== null && onSaved(saved.current),
  })
  return (
    <RecordForm form={form} label="Add a property">
      <HomeFields form={form} />
      <div className={styles.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.state === 'saving'} busyLabel="Adding...">
          Add Property
        </Button>
      </div>
    </RecordForm>
  )
}

type EditPropertyProps = {
  propertyKey: LocalKey
  onDone: () => void
}

/** The form for a property that the agent added, with refused fields marked (fault H2). Renders nothing for other properties. */
function EditProperty({ propertyKey, onDone }: EditPropertyProps) {
  const home = useHome({ propertyKey })
  if (home === undefined || home.property === null || scopeOfEdit(home) !== 'property') return null
  return (
    <Card title="Edit home">
      <EditHome home={home} onDone={onDone} />
    </Card>
  )
}

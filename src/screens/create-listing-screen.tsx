import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { readCatalogSearch } from '#features/listings/list/listings-search.ts'
import { NewListingForm } from '#features/listings/catalog/new-listing-form.tsx'
import { PropertyCatalog } from '#features/listings/catalog/property-catalog.tsx'
import { BackLink } from '#ui/lists/back-link.tsx'
import { buttonClass } from '#ui/basics/button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { recordIdInUrl } from '#records/record-address.ts'

/** Both steps of *Create Listing*: the catalog, then the form for the property in the URL. */
export function CreateListingScreen() {
  const { propertyId } = useParams({ strict: false })
  // `edit`: the key of a property that the Outbox opens for correction in the catalog.
  const { edit, ...search } = readCatalogSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        back={propertyId === undefined ? <BackLink to="/my-listings">Back to My Listings</BackLink> : undefined}
        title="Create Listing"
        subtitle={propertyId === undefined ? 'Step 1 of 2' : 'Step 2 of 2'}
        actions={
          propertyId === undefined && (
            <Link to="/listings/import" className={buttonClass()}>
              Import Listings
            </Link>
          )
        }
      />
      {propertyId === undefined ? (
        <PropertyCatalog
          search={search}
          editing={edit}
          onEdited={() => void navigate({ to: '/outbox' })}
          onSearch={(next) =>
            void navigate({
              to: '/listings/new',
              search: readCatalogSearch({ ...next, edit }),
              replace: true,
              resetScroll: false,
            })
          }
          onChoose={(property) =>
            void navigate({ to: '/listings/create/$propertyId', params: { propertyId: recordIdInUrl(property) } })
          }
        />
      ) : (
        <NewListingForm
          key={propertyId}
          propertyId={propertyId}
          // Replaces the form, so that *Back* does not return to it after saving.
          onCreated={() => void navigate({ to: '/my-listings', replace: true })}
        />
      )}
    </>
  )
}

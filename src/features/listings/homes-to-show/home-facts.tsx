import { fieldWords } from '#core/sync/records/describe-operation.ts'
import { EditHomeButton } from '#records/homes/edit-home.tsx'
import { factsOf, type Home, showAsInCatalog, useHome, useLocationWords } from '#records/homes/home.ts'
import { SetLocationButton } from '#records/homes/set-location.tsx'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import styles from './home-facts.module.css'

/** Below the address of a listing: where its location is from, what the agent changed of it, and how to change more. */
export function HomeFacts({ listing }: { listing: ListingRow }) {
  const home = useHome({ listingKey: listing.key })
  const location = useLocationWords(home)
  if (home === undefined || home.listing === null) return null
  return (
    <div className={styles.facts} data-off-paper>
      <p className={styles.words}>{location}</p>
      <ChangedByMe home={home} listing={home.listing} />
      <div className={styles.actions}>
        <EditHomeButton listingKey={listing.key} address={factsOf(home).address ?? ''} />
        <SetLocationButton listingKey={listing.key} variant="secondary" />
      </div>
    </div>
  )
}

/** What of a shared home shows differently on this listing. */
function ChangedByMe({ home, listing }: { home: Home; listing: ListingRow }) {
  const device = useDevice()
  const names = changedNames(listing)
  if (names.length === 0) return null
  return (
    <p className={styles.words}>
      Changed by you: {names.join(', ')}.{' '}
      <Button variant="quiet" onClick={() => void showAsInCatalog(device, listing, home.property)}>
        Use the catalog’s
      </Button>
    </p>
  )
}

const partsOfLocation = new Set(['latitude', 'longitude', 'location_source'])

function changedNames({ property_overrides }: ListingRow): string[] {
  const names = Object.keys(property_overrides ?? {})
  const facts = names.filter((name) => !partsOfLocation.has(name)).map(fieldWords)
  return names.some((name) => partsOfLocation.has(name)) ? [...facts, 'Location'] : facts
}

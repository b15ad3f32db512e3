import { EditHomeButton } from '#records/homes/edit-home.tsx'
import styles from './stop-home.module.css'
import type { ShownStop } from './tour-stops.ts'

/** What the agent can correct of the home at a stop; nothing for another agent's listing. */
export function StopHome({ stop }: { stop: Pick<ShownStop, 'ownListingKey' | 'listing_address'> }) {
  const { ownListingKey: listingKey, listing_address } = stop
  if (listingKey === null) return null
  return (
    <div className={styles.actions} data-off-paper>
      <EditHomeButton listingKey={listingKey} address={listing_address} variant="quiet" />
    </div>
  )
}

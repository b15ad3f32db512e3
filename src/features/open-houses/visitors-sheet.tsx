import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow } from '#storage/database/rows.ts'
import { usePeople } from '#storage/reading/use-people.ts'
import { Sheet } from '#ui/dialogs/sheet.tsx'
import type { OpenHouseWithVisitors } from './open-houses-queries.ts'
import { VisitorEntry } from './visitor-entry.tsx'
import styles from './visitors-sheet.module.css'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

type VisitorsSheetProps = {
  listing: ListingRow
  /** Null while no list is open. */
  shown: OpenHouseWithVisitors | null
  onClose: () => void
}

/** Who came to an open house, with one tap to make each a client. */
export function VisitorsSheet({ listing, shown, onClose }: VisitorsSheetProps) {
  const { clock } = useDevice()
  const people = usePeople()
  if (shown === null) return null
  const { openHouse, visitors } = shown
  const day = formatDate(openHouse.date, dateOfInstant(clock.now()))
  const met = `${listing.property.address ?? openHouse.listing_address ?? 'a listing'} on ${day}`
  return (
    <Sheet open title="Visitors" onClose={onClose}>
      <p className={styles.when}>
        {day}, {formatTime(openHouse.start_time)} – {formatTime(openHouse.end_time)} · {visitors.length}{' '}
        {visitors.length === 1 ? 'visitor' : 'visitors'}
      </p>
      <ul className={styles.list} aria-label="Visitors">
        {visitors.map((visitor) => (
          <VisitorEntry key={visitor.key} visitor={visitor} met={met} client={people?.of(visitor)} />
        ))}
      </ul>
    </Sheet>
  )
}

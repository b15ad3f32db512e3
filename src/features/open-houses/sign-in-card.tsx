import { Link } from '@tanstack/react-router'
import { dateOfInstant } from '#core/domain/time/wall-clock.ts'
import { recordAddress } from '#records/record-address.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ListingRow, OpenHouseRow } from '#storage/database/rows.ts'
import { buttonClass } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ClipboardListIcon, UserPlusIcon } from '#ui/icons/icon.tsx'
import styles from './sign-in-card.module.css'
import { nextOpenHouse } from '#core/domain/visits/open-house-order.ts'
import type { LocalKey } from '#core/sync/operation.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

/** The way to the shared tablet, for the listing's next open house; nothing when none is planned. */
export function SignInCard({ listing }: { listing: ListingRow }) {
  const { clock } = useDevice()
  const openHouse = useNextOpenHouse(listing.key)
  if (openHouse === null) return null
  const openHouseId = recordAddress(openHouse)
  const when = `${formatDate(openHouse.date, dateOfInstant(clock.now()))}, ${formatTime(openHouse.start_time)}`
  return (
    <Card title="Open-house sign-in">
      <div className={styles.card}>
        <p className={styles.about}>
          Put the open house of {when} on a shared tablet. Works without a connection. You need your PIN to leave.
        </p>
        <Link
          to="/open-houses/$openHouseId/kiosk"
          params={{ openHouseId }}
          className={buttonClass({ variant: 'primary' })}
        >
          <UserPlusIcon size={18} />
          Start Sign-in
        </Link>
        <Link to="/open-houses/$openHouseId/survey-kiosk" params={{ openHouseId }} className={buttonClass()}>
          <ClipboardListIcon size={18} />
          Start Survey
        </Link>
      </div>
    </Card>
  )
}

/** The listing's open house of today, else the next one; null when none is left. */
function useNextOpenHouse(listingKey: LocalKey): OpenHouseRow | null {
  const { database } = useDevice()
  const now = useMinute()
  const all = useLiveQuery(
    () => database.open_houses.where('listing_key').equals(listingKey).toArray(),
    [database, listingKey],
  )
  if (all === undefined) return null
  return nextOpenHouse(all, now) ?? nextOpenHouse(all, { ...now, minutesNow: 0 })
}

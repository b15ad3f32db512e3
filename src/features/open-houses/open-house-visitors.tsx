import { lazy, Suspense, useState } from 'react'
import { hasPassed } from '#core/domain/time/wall-clock.ts'
import { visitorName } from '#core/domain/clients/visitor-as-client.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { OpenHouseRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button } from '#ui/basics/button.tsx'
import { type OpenHouseWithVisitors, useOpenHouses } from './open-houses-queries.ts'
import { formatClock } from '#core/format/times.ts'
import { formatCount } from '#core/format/numbers.ts'

const VisitorsSheet = lazy(() => import('./visitors-sheet.tsx').then((module) => ({ default: module.VisitorsSheet })))

/** Shows the number of visitors and the latest one. Without visitors, a note once the open house has begun, and nothing before. */
export function OpenHouseVisitors({ openHouse }: { openHouse: OpenHouseRow }) {
  const { database } = useDevice()
  const now = useMinute()
  const [isOpen, setIsOpen] = useState(false)
  const { key, listing_key } = openHouse
  const listing = useLiveQuery(() => database.listings.get(listing_key), [database, listing_key])
  const withVisitors = useOpenHouses(listing_key)?.find((found) => found.openHouse.key === key)
  if (withVisitors === undefined) return null
  const line = visitorsLabel(withVisitors.visitors)
  return (
    <>
      {line !== null && <Button onClick={() => setIsOpen(true)}>{line}</Button>}
      {line === null && hasPassed(openHouse.date, openHouse.start_time, now) && <p>Nobody has signed in yet.</p>}
      {listing !== undefined && isOpen && (
        <Suspense>
          <VisitorsSheet listing={listing} shown={withVisitors} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function visitorsLabel(visitors: OpenHouseWithVisitors['visitors']): string | null {
  const [last] = visitors
  if (last === undefined) return null
  const { signed_in_at: at = null } = last
  const when = at === null ? '' : `, ${formatClock(Date.parse(at))}`
  return `${formatCount(visitors.length, 'visitor')} · last: ${visitorName(last)}${when}`
}

import { useState } from 'react'
import { pastWeekOf } from '#core/domain/time/calendar-days.ts'
import { needsOutcome } from '#core/domain/visits/showing-status.ts'
import { addDays } from '#core/domain/time/wall-clock.ts'
import { Person } from '#records/people/person.tsx'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ShowingRow } from '#storage/database/rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { usePeople } from '#storage/reading/use-people.ts'
import { Card } from '#ui/layout/card.tsx'
import { StreetAddress } from '#ui/layout/street-address.tsx'
import { ShowingOutcome } from './showing-outcome.tsx'
import styles from './showings.module.css'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

/** A showing stays in the list after the agent chooses its outcome, so that interest and feedback can be added. */
export function UnansweredShowings() {
  const now = useMinute()
  const people = usePeople()
  const showings = useShowingsBefore(now.today)
  const [listedKeys, setListedKeys] = useState<readonly string[]>([])
  const added = showings?.filter(({ showing }) => needsOutcome(showing, now) && !listedKeys.includes(showing.key)) ?? []
  if (added.length > 0) setListedKeys([...listedKeys, ...added.map(({ showing }) => showing.key)])
  const shown = showings?.filter(({ showing }) => listedKeys.includes(showing.key)) ?? []
  if (shown.length === 0) return null
  return (
    <Card title="How did it go?">
      <ul className={styles.list}>
        {shown.map(({ showing, address }) => (
          <li key={showing.key}>
            <h3 className={styles.where}>
              <StreetAddress address={address ?? 'A listing'} /> · {formatDate(showing.showing_date, now.today)},{' '}
              {formatTime(showing.start_time)}
            </h3>
            <Person client={people?.of(showing)} email={showing.client_email} isQuiet />
            <ShowingOutcome showing={showing} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type ShowingAtAddress = { showing: ShowingRow; address: string | undefined }

/** Showings of the past week before `today`, newest first; `undefined` while loading. */
function useShowingsBefore(today: string): ShowingAtAddress[] | undefined {
  const { database } = useDevice()
  return useLiveQuery(async () => {
    const { start_date } = pastWeekOf(today)
    const days = [start_date, addDays(today, -1)] as const
    const showings = await database.showings
      .where('showing_date')
      .between(...days, true, true)
      .toArray()
    const listings = await database.listings.bulkGet(showings.map(({ listing_key }) => listing_key))
    return showings
      .map((showing, index) => ({ showing, address: listings[index]?.property.address ?? showing.listing_address }))
      .toSorted(({ showing: one }, { showing: other }) => beginOf(other).localeCompare(beginOf(one)))
  }, [database, today])
}

function beginOf({ showing_date, start_time }: ShowingRow): string {
  return `${showing_date} ${start_time}`
}

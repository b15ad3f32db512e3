import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { KioskGuard } from '#features/kiosk/kiosk-guard.tsx'
import { addressOf } from '#features/listings/list/listing-row-kinds.ts'
import { OpenHouseNotFound, type KioskHouse, useKioskHouse } from '#features/open-houses/kiosk-house.tsx'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { formatDate } from '#core/format/dates.ts'
import { formatTime } from '#core/format/times.ts'

type OpenHouseTabletProps = {
  openHouseId: string
  title: string
  /** What the tablet is for, shown to the agent before the start. */
  about: string
  /** The footer, such as "Open house until 3:00 PM". */
  footer?: ReactNode
  /** A text about unsent work, shown to the agent who ends the kiosk. */
  unsentNotice: ReactNode
  /** True for the visitor sign-in: its set-up warns if the open house is on another day, and has a field for the agent's own name. */
  signsIn?: boolean
  children: ReactNode
}

export function OpenHouseTablet({ openHouseId, signsIn = false, ...guard }: OpenHouseTabletProps) {
  const navigate = useNavigate()
  const house = useKioskHouse(openHouseId)
  const { today } = useMinute()
  const date = house?.openHouse.date
  const listingKey = house?.openHouse.listing_key

  function leave() {
    if (listingKey === undefined) void navigate({ to: '/dashboard' })
    else void navigate({ to: '/listings/$listingId', params: { listingId: listingKey } })
  }

  // Null while the open house is being read: shows neither the set-up nor *not found*.
  const missing = house === undefined ? null : house === null ? <OpenHouseNotFound /> : undefined
  const warning =
    !signsIn || date === undefined || date === today
      ? undefined
      : `This open house is on ${formatDate(date, today)}. Anyone who signs in now is counted there.`
  const where = house ? formatPlace(house, today) : ''
  return (
    <KioskGuard
      {...guard}
      where={where}
      showsAgentName={signsIn}
      warning={warning}
      notFound={missing}
      onLeave={leave}
    />
  )
}

/** "683 Saltmarsh Ln · Sat, Nov 28, 1:00 PM – 3:00 PM". */
function formatPlace({ openHouse, listing }: KioskHouse, today: string): string {
  const { date, start_time, end_time } = openHouse
  const when = `${formatDate(date, today)}, ${formatTime(start_time)} – ${formatTime(end_time)}`
  return listing === null ? when : `${addressOf(listing)} · ${when}`
}

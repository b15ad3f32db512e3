import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dateInWords } from '#core/domain/wall-clock.ts'
import { KioskGuard } from '#features/kiosk/kiosk-guard.tsx'
import { useKioskHouse } from '#features/open-houses/kiosk-queries.ts'
import { OpenHouseNotFound } from '#features/open-houses/open-house-not-found.tsx'
import { useMinute } from '#storage/use-minute.ts'

type OpenHouseTabletProps = {
  openHouseId: string
  title: string
  about: string
  hostLine: ReactNode
  /** Visitors of the open house are counted, so that its day matters, and read who asks them. */
  signsIn?: boolean
  children: ReactNode
}

/** A tablet that visitors of an open house share; leaving it leads to the house's listing. */
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

  // Until it is read, neither the set-up nor that there is none.
  const missing = house === undefined ? null : house === null ? <OpenHouseNotFound /> : undefined
  const warning =
    !signsIn || date === undefined || date === today
      ? undefined
      : `This open house is on ${dateInWords(date, today)}. Anyone who signs in now is counted there.`
  return <KioskGuard {...guard} saysName={signsIn} warning={warning} missing={missing} onLeave={leave} />
}

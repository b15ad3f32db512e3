import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { KioskGuard } from '#features/kiosk/kiosk-guard.tsx'
import { useKioskHouse } from '#features/open-houses/kiosk-queries.ts'
import { OpenHouseNotFound } from '#features/open-houses/open-house-not-found.tsx'

type OpenHouseTabletProps = {
  openHouseId: string
  title: string
  about: string
  hostLine: ReactNode
  children: ReactNode
}

/** A tablet that visitors of an open house share; leaving it leads to the house's listing. */
export function OpenHouseTablet({ openHouseId, ...guard }: OpenHouseTabletProps) {
  const navigate = useNavigate()
  const house = useKioskHouse(openHouseId)
  const listingKey = house?.openHouse.listing_key

  function leave() {
    if (listingKey === undefined) void navigate({ to: '/dashboard' })
    else void navigate({ to: '/listings/$listingId', params: { listingId: listingKey } })
  }

  // Until it is read, neither the set-up nor that there is none.
  const missing = house === undefined ? null : house === null ? <OpenHouseNotFound onLeave={leave} /> : undefined
  return <KioskGuard {...guard} missing={missing} onLeave={leave} />
}

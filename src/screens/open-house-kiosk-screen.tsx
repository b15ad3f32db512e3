import { getRouteApi } from '@tanstack/react-router'
import { KioskGuard } from '#features/kiosk/kiosk-guard.tsx'
import { KioskPicture } from '#features/listings/kiosk-picture.tsx'
import { useKioskHouse } from '#features/open-houses/kiosk-queries.ts'
import { OpenHouseHostLine, OpenHouseKiosk } from '#features/open-houses/open-house-kiosk.tsx'
import { OpenHouseNotFound } from '#features/open-houses/open-house-not-found.tsx'

const route = getRouteApi('/workspace/open-houses/$openHouseId/kiosk')

export function OpenHouseKioskScreen() {
  const { openHouseId } = route.useParams()
  const navigate = route.useNavigate()
  const house = useKioskHouse(openHouseId)
  const listingKey = house?.openHouse.listing_key

  function leave() {
    if (listingKey === undefined) void navigate({ to: '/dashboard' })
    else void navigate({ to: '/listings/$listingId', params: { listingId: listingKey } })
  }

  // Until it is read, neither the set-up nor that there is none.
  const missingHouse = house === undefined ? null : house === null ? <OpenHouseNotFound onLeave={leave} /> : undefined
  return (
    <KioskGuard
      title="Open-house sign-in"
      about="Puts this open house on a shared tablet. Visitors sign in themselves, with or without a connection; leaving needs your PIN."
      hostLine={<OpenHouseHostLine openHouseId={openHouseId} />}
      missing={missingHouse}
      onLeave={leave}
    >
      <OpenHouseKiosk key={openHouseId} openHouseId={openHouseId}>
        {(listing, address) => <KioskPicture listingKey={listing?.key ?? ''} address={address} />}
      </OpenHouseKiosk>
    </KioskGuard>
  )
}

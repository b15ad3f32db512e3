import { getRouteApi } from '@tanstack/react-router'
import { KioskGuard } from '#features/kiosk/kiosk-guard.tsx'
import { KioskPicture } from '#features/listings/kiosk-picture.tsx'
import { useKioskHouse } from '#features/open-houses/kiosk-queries.ts'
import { OpenHouseHostLine, OpenHouseKiosk } from '#features/open-houses/open-house-kiosk.tsx'

const route = getRouteApi('/workspace/open-houses/$openHouseId/kiosk')

export function OpenHouseKioskScreen() {
  const { openHouseId } = route.useParams()
  const navigate = route.useNavigate()
  const listingKey = useKioskHouse(openHouseId)?.openHouse.listing_key

  function leave() {
    if (listingKey === undefined) void navigate({ to: '/dashboard' })
    else void navigate({ to: '/listings/$listingId', params: { listingId: listingKey } })
  }

  return (
    <KioskGuard
      title="Open-house sign-in"
      about="Puts this open house on a shared tablet. Visitors sign in themselves, with or without a connection; leaving needs your PIN."
      hostLine={<OpenHouseHostLine openHouseId={openHouseId} />}
      onLeave={leave}
    >
      <OpenHouseKiosk key={openHouseId} openHouseId={openHouseId}>
        {(listing, address) => <KioskPicture listingKey={listing?.key ?? ''} address={address} />}
      </OpenHouseKiosk>
    </KioskGuard>
  )
}

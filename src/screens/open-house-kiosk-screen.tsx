import { getRouteApi } from '@tanstack/react-router'
import { KioskPicture } from '#features/listings/listing-picture.tsx'
import { OpenHouseFooter, OpenHouseKiosk, UnsentSignIns } from '#features/open-houses/open-house-kiosk.tsx'
import { OpenHouseTablet } from './open-house-tablet.tsx'

const route = getRouteApi('/workspace/open-houses/$openHouseId/kiosk')

export function OpenHouseKioskScreen() {
  const { openHouseId } = route.useParams()
  return (
    <OpenHouseTablet
      openHouseId={openHouseId}
      title="Open-house sign-in"
      about="Put this open house on a shared tablet. Visitors sign themselves in, with or without a connection. You need your PIN to leave."
      signsIn
      footer={<OpenHouseFooter openHouseId={openHouseId} />}
      unsentNotice={<UnsentSignIns openHouseId={openHouseId} />}
    >
      <OpenHouseKiosk key={openHouseId} openHouseId={openHouseId}>
        {(listing, address) => <KioskPicture listingKey={listing?.key ?? ''} address={address} />}
      </OpenHouseKiosk>
    </OpenHouseTablet>
  )
}

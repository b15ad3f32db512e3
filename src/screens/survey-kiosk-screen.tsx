import { getRouteApi } from '@tanstack/react-router'
import { KioskGuard } from '#features/kiosk/kiosk-guard.tsx'
import { useKioskHouse } from '#features/open-houses/kiosk-queries.ts'
import { OpenHouseNotFound } from '#features/open-houses/open-house-not-found.tsx'
import { SurveyHostLine } from '#features/survey/survey-host-line.tsx'
import { SurveyKiosk } from '#features/survey/survey-kiosk.tsx'

const route = getRouteApi('/workspace/open-houses/$openHouseId/survey-kiosk')

/** The survey beside an open house, on a tablet that visitors share. */
export function SurveyKioskScreen() {
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
      title="Survey"
      about="Puts the survey on a shared tablet. Visitors answer it one after the other, with or without a connection, and none sees what another one said; leaving needs your PIN."
      hostLine={<SurveyHostLine />}
      missing={missingHouse}
      onLeave={leave}
    >
      <SurveyKiosk />
    </KioskGuard>
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { SurveyKiosk } from '#features/survey/survey-kiosk.tsx'
import { UnsentSurveys } from '#features/survey/survey-page.tsx'
import { OpenHouseTablet } from './open-house-tablet.tsx'

const route = getRouteApi('/workspace/open-houses/$openHouseId/survey-kiosk')

export function SurveyKioskScreen() {
  const { openHouseId } = route.useParams()
  return (
    <OpenHouseTablet
      openHouseId={openHouseId}
      title="Survey"
      about="Put the survey on a shared tablet. Visitors answer it one after another, with or without a connection, and none sees another’s answers. You need your PIN to leave."
      unsentNotice={<UnsentSurveys />}
    >
      <SurveyKiosk />
    </OpenHouseTablet>
  )
}

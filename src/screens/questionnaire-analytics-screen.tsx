import { getRouteApi } from '@tanstack/react-router'
import { readAnalyticsSearch } from '#features/survey/analytics/analytics-search.ts'
import { SurveyAnalyticsPage } from '#features/survey/analytics/survey-analytics-page.tsx'
import { HideFollowingUntilLoaded } from '#records/states/hide-until-loaded.tsx'

const route = getRouteApi('/workspace/questionnaire/analytics')

export function QuestionnaireAnalyticsScreen() {
  const search = readAnalyticsSearch(route.useSearch())
  const navigate = route.useNavigate()
  return (
    <>
      <HideFollowingUntilLoaded />
      <SurveyAnalyticsPage
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </>
  )
}

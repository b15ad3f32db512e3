import { getRouteApi } from '@tanstack/react-router'
import { TodayPage } from '#features/today/today-page.tsx'

const route = getRouteApi('/workspace/today')

export function TodayScreen() {
  const { date } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <TodayPage
      date={date}
      onDateChange={(next) => void navigate({ search: next === undefined ? {} : { date: next }, resetScroll: false })}
    />
  )
}

import { getRouteApi, Navigate } from '@tanstack/react-router'
import { ShowingOutcome } from '#features/showings/showing-outcome.tsx'
import { TodayPage } from '#features/today/today-page.tsx'
import { readTodaySearch } from '#features/today/today-search.ts'
import { TourNotStarted } from '#features/tours/tour-not-started.tsx'

const route = getRouteApi('/workspace/today')

export function TodayScreen() {
  const { date, from } = readTodaySearch(route.useSearch())
  const navigate = route.useNavigate()
  if (from === 'start') return <Navigate to={isPhone() ? '/today' : '/dashboard'} replace />
  return (
    <TodayPage
      date={date}
      notStarted={TourNotStarted}
      outcome={ShowingOutcome}
      onDateChange={(next) => void navigate({ search: next === undefined ? {} : { date: next }, resetScroll: false })}
    />
  )
}

/** The installed app begins with the day where the day is worked, with the Dashboard at the desk. */
function isPhone(): boolean {
  return matchMedia('(max-width: 767px)').matches
}

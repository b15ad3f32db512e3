import { getRouteApi, Navigate } from '@tanstack/react-router'
import { FirstRun } from '#features/first-run/first-run.tsx'
import { CallNext, FollowUpsOfDay } from '#features/follow-ups/call-next.tsx'
import { NewOpenHouseSheet } from '#features/open-houses/new-open-house-sheet.tsx'
import { OpenHouseVisitors } from '#features/open-houses/open-house-visitors.tsx'
import { NewShowingButton } from '#features/showings/new-showing-button.tsx'
import { ShowingOutcome, WithOutcomeSheet } from '#features/showings/showing-outcome.tsx'
import { UnansweredShowings } from '#features/showings/unanswered-showings.tsx'
import { TodayPage } from '#features/today/today-page.tsx'
import { readTodaySearch } from '#features/today/today-search.ts'
import { StartTour } from '#features/tours/change-tour-status.tsx'
import { TourNotStarted } from '#features/tours/details/tour-not-started.tsx'
import { useMinute } from '#storage/schedule/use-minute.ts'

const route = getRouteApi('/workspace/today')

export function TodayScreen() {
  const { date, from, new: newRecord } = readTodaySearch(route.useSearch())
  const navigate = route.useNavigate()
  if (from === 'start') return <Navigate to={isPhone() ? '/today' : '/dashboard'} replace />
  const closeNewRecord = () =>
    void navigate({ search: date === undefined ? {} : { date }, replace: true, resetScroll: false })
  return (
    <WithOutcomeSheet>
      <TodayPage
        date={date}
        notStarted={TourNotStarted}
        startTour={StartTour}
        outcome={ShowingOutcome}
        visitors={OpenHouseVisitors}
        toDo={ToDo}
        actions={<NewShowingButton date={date} isOpenedByUrl={newRecord === 'showing'} onClose={closeNewRecord} />}
        onDateChange={(next) => void navigate({ search: next === undefined ? {} : { date: next }, resetScroll: false })}
      >
        <FirstRun />
      </TodayPage>
      <NewOpenHouseSheet open={newRecord === 'open-house'} onClose={closeNewRecord} />
    </WithOutcomeSheet>
  )
}

function ToDo({ date }: { date: string }) {
  const { today } = useMinute()
  if (date !== today) return <FollowUpsOfDay date={date} />
  return (
    <>
      <CallNext rowsAtFirst={5} />
      <UnansweredShowings />
    </>
  )
}

/** The installed app starts with Today on a phone, otherwise with the Dashboard. */
function isPhone(): boolean {
  return matchMedia('(max-width: 767px)').matches
}

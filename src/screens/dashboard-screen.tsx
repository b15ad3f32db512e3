import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readDashboardSearch } from '#core/domain/schedule/dashboard-search.ts'
import { FirstRun } from '#features/first-run/first-run.tsx'
import { CallNext } from '#features/follow-ups/call-next.tsx'
import { NewShowingButton } from '#features/showings/new-showing-button.tsx'
import { DashboardCards, QuickActions, RecentActivityCard } from '#features/dashboard/dashboard-cards.tsx'
import { DashboardHead } from '#features/dashboard/dashboard-head.tsx'
import { HideFollowingUntilLoaded } from '#records/states/hide-until-loaded.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import styles from './dashboard-screen.module.css'

// Loaded separately, because it is the larger part of the page.
const DashboardCalendar = lazy(() =>
  import('#features/calendar/dashboard-calendar.tsx').then(
    (module) => ({ default: module.DashboardCalendar }),
    // The import fails offline, if the service worker has not cached the app's files yet.
    () => ({ default: () => <Banner tone="danger">Failed to load events.</Banner> }),
  ),
)

const route = getRouteApi('/workspace/dashboard')

export function DashboardScreen() {
  // `place`: the day and view of the calendar. `appointment`: the one whose form is open.
  const { appointment, new: newRecord, ...place } = readDashboardSearch(route.useSearch())
  const navigate = route.useNavigate()
  return (
    <>
      <HideFollowingUntilLoaded />
      <DashboardHead />
      <FirstRun />
      <DashboardCards />
      <div className={styles.columns} data-columns data-wide={place.view !== undefined || undefined}>
        <div className={styles.main}>
          <Suspense fallback={<div className={styles.calendar} />}>
            <DashboardCalendar
              place={place}
              actions={<NewShowingButton date={place.day} />}
              onGo={(search) => navigate({ search, resetScroll: false })}
              edit={appointment}
              opensNewForm={newRecord === 'appointment'}
              onFormClosed={() => void navigate({ search: place, replace: true, resetScroll: false })}
            />
          </Suspense>
          <CallNext rowsAtFirst={5} />
        </div>
        <div className={styles.side}>
          <QuickActions />
          <RecentActivityCard />
        </div>
      </div>
    </>
  )
}

import { useSession } from '#state/session.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { NextVisit } from './next-visit.tsx'

export function DashboardHead() {
  const { user } = useSession()
  const { today, minutesNow } = useMinute()
  const name = user?.first_name || user?.username || ''
  const day = new Date(`${today}T00:00`).toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
  })
  return (
    <>
      {/* No line begins with the dot. */}
      <PageHead title="Dashboard" subtitle={`${greeting(minutesNow / 60)}, ${name}\u00a0· ${day}`} />
      <NextVisit />
    </>
  )
}

function greeting(hour: number): string {
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}

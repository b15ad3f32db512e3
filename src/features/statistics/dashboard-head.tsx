import { useState } from 'react'
import { useSession } from '#state/session.ts'
import { PageHead } from '#ui/page-head.tsx'
import { NextVisit } from './next-visit.tsx'

export function DashboardHead() {
  const { user } = useSession()
  const [now] = useState(() => new Date())
  const name = user?.first_name || user?.username || ''
  const today = now.toLocaleDateString('en-US', { weekday: 'long', month: 'short', day: 'numeric' })
  return (
    <>
      {/* No line begins with the dot. */}
      <PageHead title="Dashboard" subtitle={`${greeting(now)}, ${name}\u00a0· ${today}`} />
      <NextVisit />
    </>
  )
}

function greeting(now: Date): string {
  const hour = now.getHours()
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}

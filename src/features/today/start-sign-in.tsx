import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import type { TodayVisit } from './today-visit.ts'

/** Turns this device into the sign-in of an open house. */
export function StartSignIn({ visit, isPrimary = false }: { visit: TodayVisit; isPrimary?: boolean }) {
  if (visit.record === null) return null
  const kiosk: string = `/open-houses/${visit.record.key}/kiosk`
  return (
    <Link
      className={buttonClass(isPrimary ? { variant: 'primary', size: 'large' } : {})}
      to={kiosk}
      aria-label={`Start sign-in at ${visit.title}`}
    >
      Start sign-in
    </Link>
  )
}

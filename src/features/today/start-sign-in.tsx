import { Link } from '@tanstack/react-router'
import type { DayEntry } from '#core/domain/schedule/day-entries.ts'
import { buttonClass } from '#ui/basics/button.tsx'

/** Turns this device into the sign-in of an open house. */
export function StartSignIn({ visit, isPrimary = false }: { visit: DayEntry; isPrimary?: boolean }) {
  if (visit.record === null) return null
  const kiosk: string = `/open-houses/${visit.record.key}/kiosk`
  return (
    <Link
      className={buttonClass(isPrimary ? { variant: 'primary', size: 'large' } : {})}
      to={kiosk}
      aria-label={`Start Sign-in at ${visit.title}`}
    >
      Start Sign-in
    </Link>
  )
}

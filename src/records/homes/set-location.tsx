import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { factsOf, type HomeName, scopeOfEdit, useHome } from './home.ts'

/** Needed only once a location is set. */
const LocationSheet = lazy(() => import('./location-sheet.tsx').then((module) => ({ default: module.LocationSheet })))

type SetLocationButtonProps = HomeName & { variant?: 'secondary' | 'quiet' }

/** Opens the sheet in which the location of a home is set; nothing where the agent cannot change the home. */
export function SetLocationButton({ variant = 'quiet', ...name }: SetLocationButtonProps) {
  const home = useHome(name)
  const [isOpen, setIsOpen] = useState(false)
  if (home === undefined || scopeOfEdit(home) === null) return null
  return (
    <>
      <Button variant={variant} aria-label={`Set location of ${factsOf(home).address}`} onClick={() => setIsOpen(true)}>
        Set location
      </Button>
      {isOpen && (
        <Suspense>
          <LocationSheet home={home} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

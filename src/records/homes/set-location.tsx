import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { factsOf, type HomeReference, scopeOfEdit, useHome, approximateWords } from './home.ts'
import type { LocalKey } from '#core/sync/operation.ts'

const LocationSheet = lazy(() => import('./location-sheet.tsx').then((module) => ({ default: module.LocationSheet })))

type SetLocationButtonProps = HomeReference & { variant?: 'secondary' | 'quiet' }

/** Opens the sheet that sets a home's location; renders nothing if the agent cannot change the home. */
export function SetLocationButton({ variant = 'quiet', ...reference }: SetLocationButtonProps) {
  const home = useHome(reference)
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

type ApproximateLocationProps = {
  /** The home's listing. If it is set and the agent may change the home, *Set location* is shown. */
  listingKey?: LocalKey | undefined
  /** True if there is not even an approximate location, from the ZIP code or the city. */
  isUnknown?: boolean | undefined
}

export function ApproximateLocation({ listingKey, isUnknown = false }: ApproximateLocationProps) {
  return (
    <>
      <span>{approximateWords(isUnknown)}</span>
      {listingKey !== undefined && <SetLocationButton listingKey={listingKey} />}
    </>
  )
}

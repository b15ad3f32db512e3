import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { factsOf, type HomeName, scopeOfEdit, useHome, approximateWords } from './home.ts'
import type { LocalKey } from '#core/sync/operation.ts'

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

type ApproximateLocationProps = {
  /** The listing whose home it is said of; *Set location* is beside it where the agent may change that home. */
  listingKey?: LocalKey | undefined
  /** Neither its ZIP code nor its city says where it is. */
  isUnknown?: boolean | undefined
}

/** Says of a home that its location is approximate or unknown, wherever its place matters. */
export function ApproximateLocation({ listingKey, isUnknown = false }: ApproximateLocationProps) {
  return (
    <>
      <span>{approximateWords(isUnknown)}</span>
      {listingKey !== undefined && <SetLocationButton listingKey={listingKey} />}
    </>
  )
}

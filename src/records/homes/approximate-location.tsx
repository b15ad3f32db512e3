import type { LocalKey } from '#core/sync/operation.ts'
import { approximateWords } from './home.ts'
import { SetLocationButton } from './set-location.tsx'

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

import type { LocalKey } from '#core/sync/operation.ts'

type ApproximateLocationProps = {
  /** The home that it is said of, by its property or its listing. */
  propertyKey?: LocalKey | undefined
  listingKey?: LocalKey | undefined
  /** Not even its ZIP code or its city says where it is. */
  isUnknown?: boolean | undefined
}

/** Says of a home that its location is approximate, wherever its place matters. */
export function ApproximateLocation({ isUnknown = false }: ApproximateLocationProps) {
  return <span>{isUnknown ? 'location unknown' : 'approximate location'}</span>
}

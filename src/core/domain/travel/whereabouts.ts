import type { Place } from './drive-estimate.ts'

/** Where something keeps the agent. */
export type Whereabouts = {
  /** Where it is, or begins; null when that is not known. */
  place: Place | null
  /** Where it ends, for what ends elsewhere: a tour. Null when that is not known. */
  endPlace?: Place | null | undefined
}

/** Where the agent drives on from; null when that is not known. */
export function placeAfter({ place, endPlace }: Whereabouts): Place | null {
  return endPlace === undefined ? place : endPlace
}

export type Leaving = {
  /** Minutes since midnight. */
  leaveBy: number
  /** Of the drive, as they are shown. */
  minutes: number
  /** How many minutes are missing for the drive; 0 if it fits. */
  missingMinutes: number
}

type DriveTo = {
  /** When to be there, in seconds of the day. */
  start: number
  /** Rounded up. */
  minutes: number
  /** The agent is busy until then, in seconds of the day; null if free. */
  takenUntil: number | null
}

/** When to leave, the same on every screen: `leaveBy` and `minutes` always add up to the start as it is shown. */
export function leavingFor({ start, minutes, takenUntil }: DriveTo): Leaving {
  const shownStart = Math.floor(start / 60)
  const leaveBy = shownStart - minutes
  const shownEnd = takenUntil === null ? leaveBy : Math.floor(takenUntil / 60)
  if (takenUntil === null || shownEnd <= leaveBy) return { leaveBy, minutes, missingMinutes: 0 }
  const room = shownStart - shownEnd
  // Plans follow each other to the second; rounding alone is not missing time.
  if (minutes * 60 - (start - takenUntil) < 60) return { leaveBy: shownEnd, minutes: room, missingMinutes: 0 }
  return { leaveBy, minutes, missingMinutes: minutes - room }
}

/** A drive on the clock: what is said of it. */
export type Leaving = {
  /** Minutes since midnight. */
  leaveBy: number
  /** Of the drive, as they are shown. */
  minutes: number
  /** How much longer it takes than there is time for it; 0 when it fits. */
  missingMinutes: number
}

type DriveTo = {
  /** When to be there, in seconds of the day. */
  start: number
  /** Whole minutes of the drive, the begun one included. */
  minutes: number
  /** Until when the time before it is taken, in seconds of the day; null where it is free. */
  takenUntil: number | null
}

/**
 * When to leave for a drive: the same wherever it is said. Clocks show begun minutes, so time to leave and minutes of the
 * drive never come to more than the start that is shown, unless the time before it is taken; then it says what is missing.
 */
export function leavingFor({ start, minutes, takenUntil }: DriveTo): Leaving {
  const shownStart = Math.floor(start / 60)
  const leaveBy = shownStart - minutes
  const shownEnd = takenUntil === null ? leaveBy : Math.floor(takenUntil / 60)
  if (takenUntil === null || shownEnd <= leaveBy) return { leaveBy, minutes, missingMinutes: 0 }
  const room = shownStart - shownEnd
  // Plans follow each other to the second; what rounding takes away is not missing.
  if (minutes * 60 - (start - takenUntil) < 60) return { leaveBy: shownEnd, minutes: room, missingMinutes: 0 }
  return { leaveBy, minutes, missingMinutes: minutes - room }
}

export type Leaving = {
  /** Minutes since midnight. */
  leaveBy: number
  /** Minutes of the drive, as shown on screen. */
  minutes: number
  /** How many minutes are missing for the drive; 0 if it fits. */
  missingMinutes: number
}

type DriveTo = {
  /** When the appointment starts, in seconds of the day. */
  start: number
  /** Minutes of the drive, rounded up. */
  minutes: number
  /** The time until which the agent is busy before the drive, in seconds of the day; null if the agent is free. */
  takenUntil: number | null
}

/** Returns when to leave, the same on every screen: `leaveBy` plus `minutes` is always the start as shown. */
export function leavingFor({ start, minutes, takenUntil }: DriveTo): Leaving {
  const shownStart = Math.floor(start / 60)
  const leaveBy = shownStart - minutes
  const shownEnd = takenUntil === null ? leaveBy : Math.floor(takenUntil / 60)
  if (takenUntil === null || shownEnd <= leaveBy) return { leaveBy, minutes, missingMinutes: 0 }
  const room = shownStart - shownEnd
  // Planned times are exact to the second and drives are rounded up, so a drive that is less than a minute too long counts as fitting.
  if (minutes * 60 - (start - takenUntil) < 60) return { leaveBy: shownEnd, minutes: room, missingMinutes: 0 }
  return { leaveBy, minutes, missingMinutes: minutes - room }
}

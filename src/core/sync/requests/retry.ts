const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The longest a server may make us wait with `Retry-After`, and the longest wait that is believed when read back (fault J9). */
export const longestPauseMs = hour
const slowLaneMs = 30 * minute
const longestBackoffMs = 5 * minute

/** Full jitter from 1 s doubling to 5 minutes. */
export function backoffMs(failures: number, random: () => number): number {
  return random() * Math.min(longestBackoffMs, second * 2 ** Math.max(0, failures - 1))
}

/** True once a chain has failed so often that it moves to the slow lane (fault C26); a device that slept has not failed. */
export function isInSlowLane(failures: number): boolean {
  return failures >= 8
}

/** When an operation that failed in passing is tried again; there is no last time (fault H6). */
export function nextAttemptAt({ failures, now }: { failures: number; now: number }, random: () => number): number {
  return now + (isInSlowLane(failures) ? slowLaneMs : backoffMs(failures, random))
}

/** A stored instant farther ahead than any wait of ours was written before the clock moved back (faults A18, J9). */
export function isDue(nextAt: number, now: number): boolean {
  return nextAt <= now || nextAt - now > longestPauseMs
}

/**
 * When a server that answered 429 or 503 may be asked again. `Retry-After` says seconds, or a date that is
 * measured against the answer's own `Date`; up to 20 % jitter on top, an hour at most.
 */
export function pausedUntil(headers: Record<string, string>, now: number, random: () => number): number {
  const asked = retryAfterMs(headers) ?? 5 * second
  return now + Math.min(longestPauseMs, asked * (1 + random() * 0.2))
}

function retryAfterMs(headers: Record<string, string>): number | null {
  const text = headers['retry-after']?.trim()
  if (text === undefined || text === '') return null
  if (/^\d+$/.test(text)) return Number(text) * second
  const until = Date.parse(text)
  const answeredAt = Date.parse(headers['date'] ?? '')
  return Number.isNaN(until) || Number.isNaN(answeredAt) ? null : Math.max(0, until - answeredAt)
}

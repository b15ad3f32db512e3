const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The longest accepted `Retry-After`. A stored wait that is longer was stored before the clock was set back, and is ignored (fault J9). */
export const longestPauseMs = hour
const slowRetryMs = 30 * minute
const longestBackoffMs = 5 * minute

/** A random time up to a limit that doubles from 1 s to 5 minutes ("full jitter"). */
export function backoffMs(failures: number, random: () => number): number {
  return random() * Math.min(longestBackoffMs, second * 2 ** Math.max(0, failures - 1))
}

/** True after eight failures: the operation is then tried every 30 minutes (fault C26). */
export function isRetriedSlowly(failures: number): boolean {
  return failures >= 8
}

/** When to retry after a temporary failure, epoch milliseconds; retries never end (fault H6). */
export function nextAttemptAt({ failures, now }: { failures: number; now: number }, random: () => number): number {
  return now + (isRetriedSlowly(failures) ? slowRetryMs : backoffMs(failures, random))
}

/** True from `nextAt` on; also if `nextAt` is more than an hour ahead, which means that the clock was set back (faults A18, J9). */
export function isDue(nextAt: number, now: number): boolean {
  return nextAt <= now || nextAt - now > longestPauseMs
}

/**
 * When to send again after a 429 or 503: after `Retry-After`, or 5 s without one, at most an hour ahead; epoch milliseconds. Compares a
 * date in `Retry-After` with the answer's `Date`, because this device's clock may be wrong.
 */
export function pausedUntil(headers: Record<string, string>, now: number, random: () => number): number {
  const requestedMs = retryAfterMs(headers) ?? 5 * second
  return now + Math.min(longestPauseMs, requestedMs * (1 + random() * 0.2))
}

function retryAfterMs(headers: Record<string, string>): number | null {
  const text = headers['retry-after']?.trim()
  if (text === undefined || text === '') return null
  if (/^\d+$/.test(text)) return Number(text) * second
  const until = Date.parse(text)
  const answeredAt = Date.parse(headers['date'] ?? '')
  return Number.isNaN(until) || Number.isNaN(answeredAt) ? null : Math.max(0, until - answeredAt)
}

/** "10:45 AM" for `10:45` or `10:45:00`; other text is returned unchanged. */
export function formatTime(time: string): string {
  if (!/^\d{1,2}:\d/.test(time)) return time
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

export function formatMinutesOfDay(minutes: number): string {
  return formatTime(`${Math.floor(minutes / 60)}:${Math.floor(minutes % 60)}`)
}

/** "10:42 AM" by the device's clock. */
export function formatClock(atMs: number): string {
  return new Date(atMs).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
}

/** As short as possible: "10:42 AM", "yesterday, 10:42 AM", "Oct 2, 10:42 AM". */
export function formatMoment(atMs: number, nowMs: number): string {
  const days = daysBefore(atMs, nowMs)
  if (days === 0) return formatClock(atMs)
  if (days === 1) return `yesterday, ${formatClock(atMs)}`
  return `${formatDayOf(atMs, nowMs)}, ${formatClock(atMs)}`
}

/** Within a sentence: "at 10:42 AM", "yesterday, 10:42 AM", "on Oct 2, 10:42 AM". */
export function formatAtMoment(atMs: number, nowMs: number): string {
  const words = formatMoment(atMs, nowMs)
  const days = daysBefore(atMs, nowMs)
  if (days === 1) return words
  return days === 0 ? `at ${words}` : `on ${words}`
}

/** "Oct 2", with the year if it is not this one: "Oct 2, 2025". */
export function formatDayOf(atMs: number, nowMs: number): string {
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear()
  return new Date(atMs).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

/** Returns the number of calendar days; rounding removes the hour of a clock change. */
function daysBefore(atMs: number, nowMs: number): number {
  return Math.round((midnight(nowMs) - midnight(atMs)) / 86_400_000)
}

function midnight(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0)
}

/** "10:42 AM" by the device's clock. */
export function clockTime(atMs: number): string {
  return new Date(atMs).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
}

/** When something happened, as short as it can be said: "10:42 AM", "yesterday, 10:42 AM", "Oct 2, 10:42 AM". */
export function momentInWords(atMs: number, nowMs: number): string {
  const days = daysBefore(atMs, nowMs)
  if (days === 0) return clockTime(atMs)
  if (days === 1) return `yesterday, ${clockTime(atMs)}`
  return `${dayInWords(atMs, nowMs)}, ${clockTime(atMs)}`
}

/** As `momentInWords`, to stand in a sentence: "at 10:42 AM", "yesterday, 10:42 AM", "on Oct 2, 10:42 AM". */
export function atMomentInWords(atMs: number, nowMs: number): string {
  const words = momentInWords(atMs, nowMs)
  const days = daysBefore(atMs, nowMs)
  if (days === 1) return words
  return days === 0 ? `at ${words}` : `on ${words}`
}

/** "Oct 2", with the year when it is not this one: "Oct 2, 2025". */
export function dayInWords(atMs: number, nowMs: number): string {
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear()
  return new Date(atMs).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
}

/** Calendar days from one to the other; rounding takes the hour of a clock change out. */
function daysBefore(atMs: number, nowMs: number): number {
  return Math.round((midnight(nowMs) - midnight(atMs)) / 86_400_000)
}

function midnight(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0)
}

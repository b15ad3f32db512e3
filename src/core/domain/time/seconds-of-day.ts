/** Whole seconds since midnight. */
export function secondsOfDay(time: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  return hour * 3600 + minute * 60 + second
}

/** `09:30:00` of the seconds since midnight; the end of the day is its last second. */
export function timeOfSeconds(seconds: number): string {
  const whole = Math.min(Math.max(Math.round(seconds), 0), 24 * 3600 - 1)
  return [whole / 3600, (whole / 60) % 60, whole % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`
}

/** "≈ 10 min": marks every figure that depends on an approximate location. */
export function formatAbout(figure: string, isApproximate: boolean | undefined): string {
  return isApproximate === true ? `≈ ${figure}` : figure
}

export function formatMiles(miles: number, isApproximate?: boolean): string {
  return formatAbout(`${miles.toFixed(1)} mi`, isApproximate)
}

/** "12 min": the length of a drive. */
export function formatMinutes(minutes: number, isApproximate?: boolean): string {
  return formatAbout(`${minutes} min`, isApproximate)
}

type ShownDrive = { minutes: number; miles: number; isApproximate?: boolean | undefined }

export function formatDrive({ minutes, miles, isApproximate }: ShownDrive): string {
  return `${formatMinutes(minutes, isApproximate)} · ${formatMiles(miles, isApproximate)}`
}

/** "40 min", "2 h 30 min": a length of time that is not a drive. */
export function formatDuration(minutes: number, isApproximate?: boolean): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return formatMinutes(minutes, isApproximate)
  return formatAbout([`${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' '), isApproximate)
}

import { minutesText } from '#core/domain/tours/tour-words.ts'

type Dropped = { reason: string; missing_minutes?: number | null | undefined; is_approximate?: boolean | undefined }

const reasons: Record<string, string> = {
  no_location: 'its location is unknown',
  closed_all_day: 'it cannot be seen on this day',
  unreachable_alone: 'it does not fit into these hours, even as the only stop',
  lunch: 'it would only fit without the lunch break',
  busy: 'your other appointments leave no room for it',
  not_enough_time: 'there is not enough time',
  no_longer_listed: 'it is no longer listed',
}

/** Why a home has no place in a tour: "its location is unknown", or "25 min short", "≈ 25 min short" of the time that it takes. */
export function droppedWords({ reason, missing_minutes, is_approximate }: Dropped): string {
  if (missing_minutes) return `${minutesText(missing_minutes, is_approximate)} short`
  return reasons[reason] ?? reason.replaceAll('_', ' ')
}

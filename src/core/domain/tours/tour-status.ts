import { type TourStatus, tourStatuses } from '#core/contract/record-statuses.ts'

/** What may follow: cancelled from either of the first two, and a tour that is over may be opened again (reading R20). */
const following: Readonly<Record<TourStatus, readonly TourStatus[]>> = {
  scheduled: ['in_progress', 'cancelled'],
  in_progress: ['completed', 'cancelled', 'scheduled'],
  completed: ['in_progress', 'scheduled'],
  cancelled: ['in_progress', 'scheduled'],
}

export function mayBecome(from: TourStatus, to: TourStatus): boolean {
  return from === to || following[from].includes(to)
}

/** Why a tour may not become that, in one sentence. */
export function whyNotBecome(from: TourStatus, to: TourStatus): string {
  if (from === 'scheduled') return 'A tour must be in progress before it is completed.'
  return `A ${tourStatusWords(from).toLowerCase()} tour must be opened again before it can be ${tourStatusWords(to).toLowerCase()}.`
}

/** True when the tour is over and going on with it is opening it again. */
export function isReopening(from: string, to: TourStatus): boolean {
  return (from === 'completed' || from === 'cancelled') && (to === 'scheduled' || to === 'in_progress')
}

/** 'In Progress'; what another server may send is shown as it came. */
export function tourStatusWords(status: string): string {
  if (!isTourStatus(status)) return status === '' ? 'Unknown' : status
  return words[status]
}

const words: Record<TourStatus, string> = {
  scheduled: 'Scheduled',
  in_progress: 'In Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

export function isTourStatus(status: string): status is TourStatus {
  return (tourStatuses as readonly string[]).includes(status)
}

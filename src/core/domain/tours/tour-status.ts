import { type TourStatus, tourStatuses } from '#core/contract/record-statuses.ts'

/** Allowed transitions: only a scheduled or running tour can be cancelled; an ended one can be opened again (reading R20). */
const allowedNext: Readonly<Record<TourStatus, readonly TourStatus[]>> = {
  scheduled: ['in_progress', 'cancelled'],
  in_progress: ['completed', 'cancelled', 'scheduled'],
  completed: ['in_progress', 'scheduled'],
  cancelled: ['in_progress', 'scheduled'],
}

export function canTransition(from: TourStatus, to: TourStatus): boolean {
  return from === to || allowedNext[from].includes(to)
}

export function transitionError(from: TourStatus, to: TourStatus): string {
  if (from === 'scheduled') return 'A tour must be in progress before it is completed.'
  return `A ${formatTourStatus(from).toLowerCase()} tour must be opened again before it can be ${formatTourStatus(to).toLowerCase()}.`
}

export function isReopening(from: string, to: TourStatus): boolean {
  return (from === 'completed' || from === 'cancelled') && (to === 'scheduled' || to === 'in_progress')
}

/** 'In Progress'; an unknown status of another server is returned as it is. */
export function formatTourStatus(status: string): string {
  if (!isTourStatus(status)) return status === '' ? 'Unknown' : status
  return statusLabels[status]
}

const statusLabels: Record<TourStatus, string> = {
  scheduled: 'Scheduled',
  in_progress: 'In Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

export function isTourStatus(status: string): status is TourStatus {
  return (tourStatuses as readonly string[]).includes(status)
}

import { type ReactNode, useState } from 'react'
import type { TourStatus } from '#core/contract/record-statuses.ts'
import {
  isReopening,
  isTourStatus,
  canTransition,
  formatTourStatus,
  transitionError,
} from '#core/domain/tours/tour-status.ts'
import { tourTitle } from '#core/domain/tours/tour-labels.ts'
import { failureMessageOf } from '#records/record-labels.ts'
import { changeWithUndo, showFailureToast } from '#records/saving/save-with-undo.ts'
import { notify } from '#state/notifications.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { TourRow } from '#storage/database/rows.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { tourCancelLinks } from './tour-messages.ts'
import { markTour } from './tour-commands.ts'
import { useNavigate } from '@tanstack/react-router'
import { recordIdInUrl } from '#records/record-address.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button } from '#ui/basics/button.tsx'
import { PlayIcon } from './tour-icons.tsx'
import { formatDateWithYear } from '#core/format/dates.ts'

type TourStatusChange = {
  /** Changes the status. Asks before it reopens a tour, explains a change that is not allowed, and offers *Undo* for a cancellation. */
  mark: (status: TourStatus) => void
  dialog: ReactNode
}

/** `onMarked` is called after a change other than a cancellation. */
export function useTourStatus(tour: TourRow, onMarked?: (status: TourStatus) => void): TourStatusChange {
  const device = useDevice()
  const [statusToConfirm, setStatusToConfirm] = useState<TourStatus | null>(null)
  // An unknown status, from another server, counts as scheduled.
  const from = isTourStatus(tour.status) ? tour.status : 'scheduled'

  async function save(status: TourStatus): Promise<void> {
    setStatusToConfirm(null)
    if (status === 'cancelled') {
      const toast = { title: 'Tour Cancelled', message: `${tourTitle(tour.id)} no longer takes up time in your day.` }
      const links = await tourCancelLinks(device, tour).catch(() => [])
      return changeWithUndo(device, { entity: 'tour', record: tour, changes: { status }, links, ...toast })
    }
    try {
      if ((await markTour(device, tour, status)) !== 'deleted') return onMarked?.(status)
      notify({
        type: 'error',
        title: failureMessageOf('tour', 'update'),
        message: 'This tour was deleted on this device.',
      })
    } catch (error) {
      showFailureToast(failureMessageOf('tour', 'update'), error)
    }
  }

  function mark(status: TourStatus): void {
    if (!canTransition(from, status)) {
      notify({ title: tourTitle(tour.id), message: transitionError(from, status) })
    } else if (isReopening(from, status)) setStatusToConfirm(status)
    else if (from !== status) void save(status)
  }

  return {
    mark,
    dialog: (
      <ConfirmDialog
        open={statusToConfirm !== null}
        title="Open this tour again?"
        confirmLabel="Open Again"
        danger={false}
        onCancel={() => setStatusToConfirm(null)}
        onConfirm={() => statusToConfirm !== null && void save(statusToConfirm)}
      >
        {statusToConfirm !== null && (
          <p>
            It is {formatTourStatus(from).toLowerCase()} now and will be{' '}
            {formatTourStatus(statusToConfirm).toLowerCase()} again.
          </p>
        )}
      </ConfirmDialog>
    ),
  }
}

/** A button that starts a tour and opens its run. If the tour is on a later day, the agent must confirm. `isQuiet`: a less prominent button. */
export function StartTour({ tour, size, isQuiet = false }: { tour: TourRow; size?: 'large'; isQuiet?: boolean }) {
  const navigate = useNavigate()
  const { today } = useMinute()
  const [isConfirming, setIsConfirming] = useState(false)
  const { mark, dialog } = useTourStatus(
    tour,
    () => void navigate({ to: '/tours/$tourId/run', params: { tourId: recordIdInUrl(tour) } }),
  )
  const start = () => {
    setIsConfirming(false)
    mark('in_progress')
  }
  return (
    <>
      <Button
        variant={isQuiet || tour.tour_date !== today ? 'secondary' : 'primary'}
        {...(size === undefined ? {} : { size })}
        onClick={() => (tour.tour_date > today ? setIsConfirming(true) : start())}
      >
        <PlayIcon size={20} />
        Start Tour
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title="Start this tour now?"
        confirmLabel="Start Tour"
        danger={false}
        onCancel={() => setIsConfirming(false)}
        onConfirm={start}
      >
        <p>It’s planned for {formatDateWithYear(tour.tour_date)}.</p>
      </ConfirmDialog>
      {dialog}
    </>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fullDateInWords } from '#core/domain/time/wall-clock.ts'
import { recordAddress } from '#records/record-address.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button } from '#ui/basics/button.tsx'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { PlayIcon } from './tour-icons.tsx'
import { useTourStatus } from './use-tour-status.tsx'

/** Begins a tour and shows it on its way, by one press; one of a later day only after a question. Loud on its own day alone. */
export function StartTour({ tour, size, isQuiet = false }: { tour: TourRow; size?: 'large'; isQuiet?: boolean }) {
  const navigate = useNavigate()
  const { today } = useMinute()
  const [isAsked, setIsAsked] = useState(false)
  const { mark, dialog } = useTourStatus(
    tour,
    () => void navigate({ to: '/tours/$tourId/run', params: { tourId: recordAddress(tour) } }),
  )
  const start = () => {
    setIsAsked(false)
    mark('in_progress')
  }
  return (
    <>
      <Button
        variant={isQuiet || tour.tour_date !== today ? 'secondary' : 'primary'}
        {...(size === undefined ? {} : { size })}
        onClick={() => (tour.tour_date > today ? setIsAsked(true) : start())}
      >
        <PlayIcon size={20} />
        Start Tour
      </Button>
      <ConfirmDialog
        open={isAsked}
        title="Start this tour now?"
        confirmLabel="Start Tour"
        danger={false}
        onCancel={() => setIsAsked(false)}
        onConfirm={start}
      >
        <p>It’s planned for {fullDateInWords(tour.tour_date)}.</p>
      </ConfirmDialog>
      {dialog}
    </>
  )
}

import type { RunStop } from '#core/domain/tours/tour-run.ts'
import { lastStep } from '#core/domain/tours/tour-run-steps.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { ThumbBar } from '#ui/layout/thumb-bar.tsx'
import { PinIcon } from '../tour-icons.tsx'
import type { ShownStop } from '../tour-stops.ts'
import { UndoStep } from './undo-step.tsx'
import { useRunSteps } from './use-run-steps.ts'

/** The taps of a tour under way, where the thumb is. */
export function RunActions({ tour, current }: { tour: TourRow; current: RunStop<ShownStop> }) {
  const { note } = useRunSteps(tour)
  const stop_id = current.name
  const last = lastStep(tour.steps ?? [])
  const isHere = current.state === 'here'
  const tap = (kind: 'arrived' | 'left' | 'skipped') => () => void note({ kind, stop_id })
  return (
    <>
      {last !== null && (
        <UndoStep step={last} note={note}>
          {last.kind === 'late' ? undoLate(last.minutes ?? 0) : undoWords[last.kind]}
        </UndoStep>
      )}
      <ThumbBar>
        {!isHere && (
          <Button size="large" data-press="once" onClick={tap('skipped')}>
            Skip
          </Button>
        )}
        <Button variant="primary" size="large" data-press="once" onClick={tap(isHere ? 'left' : 'arrived')}>
          <PinIcon size={20} />
          {isHere ? 'I’m leaving' : 'I’m here'}
        </Button>
      </ThumbBar>
    </>
  )
}

const undoWords = {
  arrived: 'Undo “I’m here”',
  left: 'Undo “I’m leaving”',
  skipped: 'Undo “Skip”',
  rated: 'Undo',
  undone: 'Undo',
}

function undoLate(minutes: number): string {
  if (minutes === 0) return 'Undo “They Know”'
  return minutes < 0 ? 'Undo going early' : 'Undo running late'
}

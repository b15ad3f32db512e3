import { lastStep, type RunStop } from '#core/domain/tours/tour-run.ts'
import type { TourRow } from '#storage/database/rows.ts'
import { Button } from '#ui/basics/button.tsx'
import { ThumbBar } from '#ui/layout/thumb-bar.tsx'
import { PinIcon } from '../tour-icons.tsx'
import type { ShownStop } from '../tour-stops.ts'
import { useRunSteps } from './use-run-steps.ts'
import type { TourStep } from '#core/contract/tour.ts'
import { UndoIcon } from '#ui/icons/icon.tsx'
import styles from './tour-run.module.css'

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

type UndoStepProps = { step: TourStep; note: ReturnType<typeof useRunSteps>['note']; children: string }

/** Takes the last tap back; that is a step of its own. */
export function UndoStep({ step, note, children }: UndoStepProps) {
  return (
    <Button
      variant="quiet"
      className={styles.undo}
      data-press="once"
      onClick={() => void note({ kind: 'undone', stop_id: step.stop_id, undoes: step.id })}
    >
      <UndoIcon size={18} />
      {children}
    </Button>
  )
}
